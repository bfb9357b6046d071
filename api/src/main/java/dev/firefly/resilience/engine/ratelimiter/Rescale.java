package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;

/**
 * Carries a bucket over from this node's former settings to its present ones: what has flowed until now did so by the
 * former rate. A bucket that was last used on any other scale stays as it is.
 */
record Rescale(Meter from, Meter to) implements Transition<TokenBucket, Boolean> {
    @Override
    public Step<TokenBucket, Boolean> apply(TokenBucket bucket, long now) {
        if (bucket.missingUnits() == 0 || !bucket.scale().equals(from.scale())) {
            return new Step<>(bucket, false);
        }
        long missing = to.scale().converted(bucket.missing(from.scale(), now), from.scale());
        int maxTokens = bucket.maxTokens() == from.maxTokens() ? to.maxTokens() : bucket.maxTokens();
        return new Step<>(missing == 0 ? TokenBucket.FULL : new TokenBucket(now, missing, to.scale(), maxTokens), true);
    }

    /** What it leaves is on another scale, or it has nothing to convert. */
    @Override
    public boolean isRepeatable() {
        return true;
    }
}
