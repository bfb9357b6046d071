package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * Has names looked through from time to time, so that idle ones are forgotten. A few names are looked through when another
 * one is added: they do not grow by themselves, and a registry in memory needs no timer for them, nor the thread of one.
 * While there are many, a timer sees to it. Thread-safe.
 */
public final class Sweeper implements AutoCloseable {
    /** So many are looked through by whoever adds one. */
    static final int FEW = 1_000;

    private static final Logger LOG = System.getLogger("dev.firefly.resilience");

    private final Clock clock;
    private final Executor executor;
    private final long intervalNanos;
    private final IntSupplier look;
    private final AtomicLong dueNanos;
    private final AtomicBoolean timed = new AtomicBoolean();
    private volatile boolean closed;

    Sweeper(Clock clock, Executor executor, long intervalNanos, IntSupplier look) {
        this.clock = clock;
        this.executor = executor;
        this.intervalNanos = intervalNanos;
        this.look = look;
        this.dueNanos = new AtomicLong(clock.nanos() + intervalNanos);
    }

    /** A name was added; there are so many now. To be called with no lock held that the look takes in another order. */
    public void added(int count) {
        if (count > FEW) {
            if (timed.compareAndSet(false, true)) {
                schedule();
            }
            return;
        }
        long due = dueNanos.get();
        long now = clock.nanos();
        if (now - due >= 0 && dueNanos.compareAndSet(due, now + intervalNanos)) {
            int left = look.getAsInt();
            LOG.log(Level.DEBUG, () -> "Of " + count + " names " + left + " are left");
        }
    }

    private void schedule() {
        clock.schedule(intervalNanos, this::handOver);
    }

    /** It may take a while, which the clock's thread has not. */
    private void handOver() {
        if (closed) { // a clock that is closed has everything fall due at once, and again at once
            return;
        }
        AtomicBoolean taken = new AtomicBoolean();
        try {
            executor.execute(() -> turn(taken, look));
        } catch (RuntimeException | Error refused) { // another time
            LOG.log(Level.DEBUG, "Idle names could not be looked through", refused);
            turn(taken, () -> Integer.MAX_VALUE);
        }
        if (!taken.get()) { // it waits for a thread, or was discarded without a word
            clock.schedule(intervalNanos, () -> {
                if (taken.compareAndSet(false, true)) {
                    handOver();
                }
            });
        }
    }

    /** @param taken whoever sets it sees to the turn after this one, so that there is never more than one */
    private void turn(AtomicBoolean taken, IntSupplier work) {
        if (!taken.compareAndSet(false, true)) {
            return;
        }
        int left = Integer.MAX_VALUE;
        try {
            left = work.getAsInt();
            dueNanos.set(clock.nanos() + intervalNanos);
        } finally {
            if (left > FEW) {
                schedule();
            } else {
                timed.set(false);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
