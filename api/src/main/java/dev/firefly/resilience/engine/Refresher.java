package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.Clock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

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
        try {
            if (!closed) {
                executor.execute(this::turn);
            }
        } catch (RejectedExecutionException e) {
            start();
        }
    }

    private void turn() {
        try {
            refresh.run();
            lastComplaint = "";
        } catch (RuntimeException e) { // a config source that fails is no reason to stop either
            complain(e.toString(), e);
        } finally {
            start();
        }
    }

    private void complain(String complaint, RuntimeException e) {
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
