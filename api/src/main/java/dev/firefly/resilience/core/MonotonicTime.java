package dev.firefly.resilience.core;

import java.time.Instant;

/** The machine's monotonic time, counted from the Unix epoch as the wall clock had it when this class was loaded. */
public final class MonotonicTime {
    private static final long ORIGIN = origin();

    private MonotonicTime() {}

    /** Nanoseconds since the Unix epoch; never goes back and is not moved when the wall clock is. */
    public static long nanos() {
        return ORIGIN + System.nanoTime();
    }

    private static long origin() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
    }
}
