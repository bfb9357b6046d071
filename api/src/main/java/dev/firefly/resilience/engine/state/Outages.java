package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.config.Durations;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/*
 * A circuit breaker around the store, one for each lane: what hangs together fails together. Reads and changes are counted
 * apart, since a store may go on answering the one and not the other. Failures, and waits that ran out, are counted as
 * long as nothing is answered; any answer begins the count anew, and a refusal ("somebody else holds the lock") is one: an
 * overloaded store is not down. A lane that is down is asked in the background until it answers.
 */
final class Outages {
    /** So many failures with no answer between them, and the lane is down. */
    static final int LIMIT = 3;
    /** How long after a fruitless question the next one is asked. */
    static final long PROBE_NANOS = 500_000_000;

    /** The two ways of asking the store. */
    enum Way {
        READ,
        CHANGE
    }

    /** Hears that there is something to look at; on whatever thread found out, under no lock, and perhaps late. */
    interface Listener {
        /** A lane has gone down or come back. */
        void changed(int lane);

        /** The store has failed for a key whose lane is down already. */
        void failedAgain(String key);
    }

    private final StoreLink link;
    private final List<Part> parts;
    private final Set<Part> down = ConcurrentHashMap.newKeySet();
    private volatile Listener listener = new Listener() {
        @Override
        public void changed(int lane) {}

        @Override
        public void failedAgain(String key) {}
    };

    Outages(StoreLink link, int lanes) {
        this.link = link;
        this.parts = IntStream.range(0, lanes).mapToObj(Part::new).toList();
    }

    void onChange(Listener told) {
        listener = told;
    }

    /** Why the lane is down; null when it is not. */
    @Nullable
    Outage of(int lane) {
        return part(lane).outage;
    }

    /** The outage that has lasted longest; null when there is none. */
    @Nullable
    Outage longest() {
        Outage longest = null;
        for (Part part : down) {
            Outage outage = part.outage;
            if (outage != null && (longest == null || outage.sinceNanos() < longest.sinceNanos())) {
                longest = outage;
            }
        }
        return longest;
    }

    void answered(int lane, Way way) {
        part(lane).answered(way);
    }

    /** The store threw when it was asked for this key. */
    void failed(int lane, Way way, String key, Throwable failure) {
        part(lane).failed(way, key, failure::toString);
    }

    /**
     * The store has not answered in time when it was asked for this key. However many wait for the same answer, it is one
     * failure: of time-outs within the time that one takes, one counts.
     */
    void timedOut(int lane, Way way, String key, Duration waited) {
        Part part = part(lane);
        if (part.locked(() -> part.isNextTimeOut(way))) {
            part.failed(way, key, () -> "no answer within " + Durations.limit(waited));
        }
    }

    private Part part(int lane) {
        return parts.get(lane);
    }

    /** One lane. */
    private final class Part {
        private final int lane;
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<Way, Integer> failures = new EnumMap<>(Way.class);
        private final Map<Way, Long> timeOuts = new EnumMap<>(Way.class);
        private final Set<Way> silent = EnumSet.noneOf(Way.class);
        private volatile boolean clean = true;
        private volatile @Nullable Outage outage;

        Part(int lane) {
            this.lane = lane;
        }

        /** What the rest of the lane's fields are for is looked up and changed under its lock. */
        boolean locked(BooleanSupplier work) {
            lock.lock();
            try {
                return work.getAsBoolean();
            } finally {
                lock.unlock();
            }
        }

        void answered(Way way) {
            if (!clean && locked(() -> isUpAgain(way))) {
                listener.changed(lane);
            }
        }

        private boolean isUpAgain(Way way) {
            failures.remove(way);
            timeOuts.remove(way);
            boolean upAgain = silent.remove(way) && silent.isEmpty();
            if (upAgain) {
                outage = null;
                down.remove(this);
            }
            clean = failures.isEmpty();
            return upAgain;
        }

        /** Whether a time-out now is another one than that which was counted last. */
        boolean isNextTimeOut(Way way) {
            long now = link.clock().nanos();
            Long last = timeOuts.get(way);
            boolean next = last == null || now - last >= link.lockBlockNanos();
            if (next) {
                timeOuts.put(way, now);
            }
            return next;
        }

        void failed(Way way, String key, Supplier<String> cause) {
            if (locked(() -> goesDown(way, key, cause))) {
                listener.changed(lane);
            } else if (outage != null) {
                listener.failedAgain(key);
            }
        }

        private boolean goesDown(Way way, String key, Supplier<String> cause) {
            clean = false;
            if (failures.merge(way, 1, Integer::sum) < LIMIT || !silent.add(way)) {
                return false;
            }
            ask(way, key);
            if (outage != null) {
                return false;
            }
            outage = new Outage(key, link.now(), cause.get());
            down.add(this);
            return true;
        }

        /** Asks the store, later and on its own thread, whether it answers by now. */
        private void ask(Way way, String key) {
            link.clock()
                    .schedule(
                            PROBE_NANOS,
                            () -> link.run(lane, way, () -> {
                                if (locked(() -> silent.contains(way))) {
                                    askNow(way, key);
                                }
                            }));
        }

        private void askNow(Way way, String key) {
            try {
                link.ask(way, key);
            } catch (RuntimeException | Error e) { // it is still down
                ask(way, key);
                return;
            }
            answered(way);
        }
    }
}
