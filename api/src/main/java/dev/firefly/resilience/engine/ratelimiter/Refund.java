package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;

/**
 * Gives tokens back; what does not fit into the bucket any more is lost. Not repeatable: where it is unknown whether they
 * went back, they are lost rather than given back twice.
 *
 * @param scale the scale they were taken on
 */
record Refund(Scale scale, int tokens) implements Transition<TokenBucket, Boolean> {
    @Override
    public Step<TokenBucket, Boolean> apply(TokenBucket bucket, long now) {
        if (bucket.missingUnits() == 0) {
            return new Step<>(bucket, false);
        }
        long missing = Math.max(0, bucket.missing(scale, now) - scale.units(tokens));
        return new Step<>(
                missing == 0 ? TokenBucket.FULL : new TokenBucket(now, missing, scale, bucket.maxTokens()), true);
    }
}
