package dev.firefly.resilience.engine.ratelimiter;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A stretch of time under one scale, with the one number that a bucket is. It counts units since its beginning: the
 * present is so many, and the bucket is full when the present has reached {@link #fullAt}. Thread-safe.
 *
 * <p>A number that is frozen never changes again; it shows as its complement, which is negative.
 */
final class Era {
    /** The present stays below this, so that all a bucket may lack can be added to it. */
    private static final long MOST_PRESENT_UNITS = Scale.MOST_UNITS / 2;

    private final Scale scale;
    private final long originNanos;
    private final long lengthNanos;
    private final AtomicLong fullAt;
    private final AtomicLong lastNanos;

    /** @param missing what is missing at its beginning */
    Era(Scale scale, long originNanos, long missing) {
        this.scale = scale;
        this.originNanos = originNanos;
        this.lengthNanos = MOST_PRESENT_UNITS / scale.unitsPerNano();
        this.fullAt = new AtomicLong(missing);
        this.lastNanos = new AtomicLong(originNanos);
    }

    static boolean isFrozen(long fullAt) {
        return fullAt < 0;
    }

    Scale scale() {
        return scale;
    }

    boolean isOn(Scale other) {
        return scale == other || scale.equals(other);
    }

    /** Whether such a time can still be counted. */
    boolean reaches(long nanos) {
        return nanos - originNanos <= lengthNanos;
    }

    /** A time that it reaches, in units. */
    long present(long nanos) {
        return (nanos - originNanos) * scale.unitsPerNano();
    }

    /** When the bucket will be full, in units; perhaps frozen. */
    long fullAt() {
        return fullAt.get();
    }

    /** The latest time a change was made at, or one a little before: threads may tell of theirs out of order. */
    long lastNanos() {
        return lastNanos.get();
    }

    /** What is missing at any time since the last change. */
    long missing(long nanos) {
        long seen = fullAt.get();
        return scale.missingAfter(isFrozen(seen) ? ~seen : seen, nanos - originNanos);
    }

    /** Replaces the number if it is still the one seen. */
    boolean replace(long seen, long next, long nanos) {
        if (!fullAt.compareAndSet(seen, next)) {
            return false;
        }
        if (nanos > lastNanos.getPlain()) {
            lastNanos.setRelease(nanos);
        }
        return true;
    }

    void freeze() {
        fullAt.getAndUpdate(seen -> isFrozen(seen) ? seen : ~seen);
    }
}
