package dev.firefly.resilience.engine.ratelimiter;

/**
 * All a shared bucket remembers.
 *
 * @param atNanos when, in nanoseconds since the Unix epoch on the store's clock
 * @param missingUnits so much was missing to a full bucket
 * @param scale the scale of the node that wrote it; others convert
 * @param maxTokens what a full bucket holds for the node that wrote it; 0 when that is not known. Others go by their own
 */
record TokenBucket(long atNanos, long missingUnits, Scale scale, int maxTokens) {
    /** A full bucket is full at any time and on any scale. */
    static final TokenBucket FULL = new TokenBucket(0, 0, new Scale(1, 1), 0);

    TokenBucket {
        if (atNanos < 0 || missingUnits < 0 || missingUnits > Scale.MOST_UNITS || maxTokens < 0) {
            throw new IllegalArgumentException(
                    "a bucket of " + maxTokens + " tokens that lacks " + missingUnits + " at " + atNanos);
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

    /** One of so many equal parts of the bucket, which bears its part of what is missing. */
    TokenBucket part(int parts) {
        return new TokenBucket(atNanos, (missingUnits + parts - 1) / parts, scale, 0);
    }

    /** The bucket if so much were missing. */
    TokenBucket with(long missing) {
        return new TokenBucket(atNanos, missing, scale, maxTokens);
    }

    /** The bucket when it lacks what a part of it does, which has gone its own way. */
    TokenBucket lackingAlso(TokenBucket part) {
        if (part.missingUnits == 0) {
            return this;
        }
        if (missingUnits == 0) {
            return new TokenBucket(part.atNanos, part.missingUnits, part.scale, 0);
        }
        long at = Math.max(atNanos, part.atNanos);
        long both = missing(scale, at) + scale.converted(part.missing(part.scale, at), part.scale);
        return new TokenBucket(at, both < 0 ? Scale.MOST_UNITS : Math.min(both, Scale.MOST_UNITS), scale, maxTokens);
    }

    /** The bucket, moved in time. */
    TokenBucket shifted(long nanos) {
        return new TokenBucket(Math.max(0, atNanos + nanos), missingUnits, scale, maxTokens);
    }

    /** The bucket, moved to the present if it comes from a future: no time would pass for it until then. */
    TokenBucket notAfter(long now) {
        return atNanos <= now ? this : new TokenBucket(now, missingUnits, scale, maxTokens);
    }
}
