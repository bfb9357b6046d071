package dev.firefly.resilience.tck.kit;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits in real time for other threads of a test, never for ever. */
final class Awaiting {
    /** Longer than anything takes that works at all, on however busy a machine. */
    static final long LONGEST_SECONDS = 30;

    private Awaiting() {}

    /**
     * Waits, as the holder of the monitor, until the condition holds; whoever changes what it depends on notifies all.
     *
     * @param otherwise says what is the case instead
     * @throws AssertionError when it does not hold after {@value #LONGEST_SECONDS} seconds
     */
    static void until(Object monitor, BooleanSupplier condition, Supplier<String> otherwise)
            throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!condition.getAsBoolean()) {
            long rest = end - System.nanoTime();
            if (rest <= 0) {
                throw new AssertionError(otherwise.get());
            }
            TimeUnit.NANOSECONDS.timedWait(monitor, rest);
        }
    }

    /**
     * Waits, whether interrupted or not, until a thread has ended.
     *
     * @throws AssertionError when it has not after {@value #LONGEST_SECONDS} seconds
     */
    static void end(Thread thread) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        boolean interrupted = false;
        while (thread.isAlive()) {
            long rest = end - System.nanoTime();
            if (rest <= 0) {
                throw new AssertionError(thread + " does not end");
            }
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, rest);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
