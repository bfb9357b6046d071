package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.Clock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Refreshes the settings again and again, until it is closed. A configuration that cannot work changes nothing and is
 * logged, once for as long as the same is wrong with it.
 */
final class Refresher implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.config");

    private final Runnable refresh;
    private final long nanos;
    private final Clock clock;
    private final Executor executor;
    private volatile boolean closed;
    private volatile String lastComplaint = "";

    /** @param interval longer than 0 */
    Refresher(Runnable refresh, Duration interval, Clock clock, Executor executor) {
        this.refresh = refresh;
        this.nanos = interval.toNanos();
        this.clock = clock;
        this.executor = executor;
    }

    void start() {
        if (!closed) {
            clock.schedule(nanos, this::handOver);
        }
    }

    /** Reading a configuration may take its time, which the clock's thread has not. */
    private void handOver() {
        if (closed) {
            return;
        }
        AtomicBoolean taken = new AtomicBoolean();
        try {
            executor.execute(() -> turnOf(taken, this::turn));
        } catch (RuntimeException | Error refused) { // whatever it throws, the next turn may be taken again
            complain(refused);
            turnOf(taken, this::start);
        }
        if (!taken.get()) { // it waits for a thread, or was discarded without a word
            clock.schedule(nanos, () -> turnOf(taken, this::handOver));
        }
    }

    /** @param taken whoever sets it sees to the turn after this one, so that there is never more than one */
    private static void turnOf(AtomicBoolean taken, Runnable work) {
        if (taken.compareAndSet(false, true)) {
            work.run();
        }
    }

    private void turn() {
        try {
            refresh.run();
            lastComplaint = "";
        } catch (RuntimeException e) { // a config source that fails is no reason to stop either
            complain(e);
        } finally {
            start();
        }
    }

    private void complain(Throwable e) {
        String complaint = e.toString();
        if (!complaint.equals(lastComplaint)) {
            lastComplaint = complaint;
            LOG.log(Level.WARNING, "The configuration could not be refreshed; the settings in force stay", e);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
