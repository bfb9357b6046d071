package dev.firefly.resilience.core;

/**
 * The one source of time. Its reading never goes backwards and is not moved by corrections of the machine's wall clock,
 * so one and the same reading serves both to measure durations and, since it counts from the Unix epoch, to say when
 * something happened.
 *
 * <p>Replace it in tests with one that is moved by hand. Implementations are thread-safe.
 */
public interface Clock {
    /** Nanoseconds since the Unix epoch. Differences are exact; the origin is as good as the wall clock at start-up. */
    long nanos();

    /**
     * Blocks the calling thread.
     *
     * @param nanos how long; zero or less returns at once
     * @throws InterruptedException when the thread is interrupted before or while it waits; the flag is then clear
     */
    void sleep(long nanos) throws InterruptedException;

    /**
     * Runs an action later, once, on a thread that must not be kept: an action hands anything long to an executor.
     *
     * @param nanos the delay; zero or less means as soon as possible, but never on the calling thread before return
     * @return a handle that prevents the action if it has not begun
     */
    Cancellation schedule(long nanos, Runnable action);

    /** A handle on a scheduled action. */
    @FunctionalInterface
    interface Cancellation {
        /** Prevents the action if it has not begun; harmless otherwise. */
        void cancel();
    }
}
