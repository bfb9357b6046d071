package dev.firefly.resilience.fallback;

import java.util.concurrent.Executor;

/**
 * What a registry lends to the fallbacks that are {@linkplain Fallback#boundTo bound} to it. Made by registries; there
 * is no need for another implementation. Thread-safe.
 */
public interface FallbackHost {
    /** The name of the fallback in events and contexts. */
    String name();

    /** A reading in nanoseconds; differences of two measure time. */
    long nanos();

    /** Runs what replaces a failed asynchronous call. */
    Executor executor();

    /**
     * Announces that a replacement was made.
     *
     * @param failure what it takes the place of
     * @param listeners runs listeners in the context of the caller, where this is another thread than the caller's
     */
    void executed(Throwable failure, Executor listeners);

    /** Nothing: no name, no time, no events, and everything runs where it is. */
    static FallbackHost none() {
        return NoHost.INSTANCE;
    }
}
