package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.flakeidgen.FlakeIdGenerator;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The cluster's clock as seen by a client: its own monotonic clock and the distance to the members' clock, measured when
 * it starts and every 30 seconds. Hazelcast tells a client no time and we have no code on the members, so the time is
 * read out of the ids that any member makes up on request; see {@link ClockSample}. Until a measurement succeeds the
 * local wall clock stands in. Thread-safe; reading never blocks.
 */
final class ClientClock implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.hazelcast");
    private static final Duration REFRESH = Duration.ofSeconds(30);
    private static final Duration TOLERANCE = Duration.ofSeconds(1);
    /** A distance beyond this is no clock's fault: the members make up their ids in some other way. */
    private static final Duration ABSURD = Duration.ofDays(1);

    private static final int LARGEST_BATCH = 100_000;
    private static final int FEWEST_SAMPLES = 8;
    private static final int MOST_SAMPLES = 32;
    /** A batch of the usual size uses up the ids of 1.6 milliseconds; asking sooner would read a moved clock. */
    private static final long PAUSE_NANOS = 2_000_000;

    private final HazelcastInstance client;
    private final FlakeIdGenerator ids;
    private final Timer background = new Timer("firefly-resilience-cluster-clock", true);
    private volatile long offset = wallClock() - System.nanoTime();
    private volatile String lastComplaint = "";
    private long lastId = Long.MIN_VALUE;

    private ClientClock(HazelcastInstance client, String prefix) {
        this.client = client;
        ids = client.getFlakeIdGenerator(prefix + ":clock");
    }

    /** Measures once, on the calling thread, and goes on in the background. */
    static ClientClock start(HazelcastInstance client, String prefix) {
        ClientClock clock = new ClientClock(client, prefix);
        clock.measure();
        TimerTask again = new TimerTask() {
            @Override
            public void run() {
                clock.measure();
            }
        };
        clock.background.schedule(again, REFRESH.toMillis(), REFRESH.toMillis());
        return clock;
    }

    long nanos() {
        return System.nanoTime() + offset;
    }

    /** Ends the measuring, though not one under way: that one ends by itself. */
    @Override
    public void close() {
        background.cancel();
    }

    private synchronized void measure() {
        try {
            List<ClockSample> samples = samples();
            Optional<ClockSample> best = ClockSample.best(samples);
            if (best.isEmpty()) {
                complain("The members' clock could not be read: the last known distance to it stays in force");
                return;
            }
            long local = wallClock() - System.nanoTime();
            long ahead = local - best.get().offset();
            if (Math.abs(ahead) > ABSURD.toNanos()) {
                complain("The members do not make up ids in the usual way: this client's own clock stays in force");
                return;
            }
            offset = best.get().offset();
            judge(ahead, ClockSample.spread(samples));
        } catch (RuntimeException e) {
            complain("The members' clock could not be read: " + e);
        }
    }

    private List<ClockSample> samples() {
        int count = client.getCluster().getMembers().size() * 4;
        int wanted = Math.min(MOST_SAMPLES, Math.max(FEWEST_SAMPLES, count));
        List<ClockSample> samples = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            sample().ifPresent(samples::add);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return samples;
    }

    /** Uses up what is left of the last batch of ids, so that the id it returns has come straight from a member. */
    private Optional<ClockSample> sample() {
        for (int i = 0; i <= LARGEST_BATCH; i++) {
            long sent = System.nanoTime();
            long id = ids.newId();
            long received = System.nanoTime();
            boolean fresh = id != lastId + ClockSample.INCREMENT;
            lastId = id;
            if (fresh) {
                return Optional.of(ClockSample.of(id, sent, received));
            }
        }
        return Optional.empty();
    }

    private void judge(long ahead, long spread) {
        if (spread > TOLERANCE.toNanos()) {
            complain("The members' clocks are more than " + TOLERANCE.toMillis() + " ms apart: leases may end early or"
                    + " late by as much when the oldest member leaves");
        } else if (Math.abs(ahead) > TOLERANCE.toNanos()) {
            complain("This client's clock is more than " + TOLERANCE.toMillis() + " ms off the members': theirs rules");
        } else {
            lastComplaint = "";
        }
    }

    /** Once for each new finding, not every 30 seconds. */
    private void complain(String complaint) {
        if (!complaint.equals(lastComplaint)) {
            LOG.log(Level.WARNING, complaint);
            lastComplaint = complaint;
        }
    }

    private static long wallClock() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }
}
