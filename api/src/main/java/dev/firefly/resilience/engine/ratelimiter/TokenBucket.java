package dev.firefly.resilience.engine.ratelimiter;

/**
 * All a shared bucket remembers.
 *
 * @param atNanos when, in nanoseconds since the Unix epoch on the store's clock
 * @param missingUnits so much was missing to a full bucket
 * @param scale the scale of the node that wrote it; others convert
 */
record TokenBucket(long atNanos, long missingUnits, Scale scale) {
    /** A full bucket is full at any time and on any scale. */
    static final TokenBucket FULL = new TokenBucket(0, 0, new Scale(1, 1));

    TokenBucket {
        if (atNanos < 0 || missingUnits < 0 || missingUnits > Scale.MOST_UNITS) {
            throw new IllegalArgumentException("a bucket that lacks " + missingUnits + " at " + atNanos);
        }
    }

    /** What is missing now, by the rate and on the scale of whoever asks. */
    long missing(Scale as, long now) {
        return as.missingAfter(as.converted(missingUnits, scale), now - atNanos);
    }

    /** Whether it has filled up by the rate of whoever wrote it. */
    boolean isFull(long now) {
        return scale.missingAfter(missingUnits, now - atNanos) == 0;
    }

    /** The bucket when it lacks what another does too; as of the later of their times. */
    TokenBucket lackingAlso(TokenBucket other) {
        if (missingUnits == 0 || other.missingUnits == 0) {
            return missingUnits == 0 ? other : this;
        }
        long at = Math.max(atNanos, other.atNanos);
        long both = missing(scale, at) + scale.converted(other.missing(other.scale, at), other.scale);
        return new TokenBucket(at, Math.min(both, Scale.MOST_UNITS), scale);
    }

    /** The bucket, moved in time. */
    TokenBucket shifted(long nanos) {
        return new TokenBucket(Math.max(0, atNanos + nanos), missingUnits, scale);
    }

    /** The bucket, moved to the present if it comes from a future: no time would pass for it until then. */
    TokenBucket notAfter(long now) {
        return atNanos <= now ? this : new TokenBucket(now, missingUnits, scale);
    }
}
