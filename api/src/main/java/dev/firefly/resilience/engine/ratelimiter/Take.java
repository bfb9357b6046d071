package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;

/**
 * Gives some tokens back and takes others: as many as are there now, up to a limit, if that is enough; else exactly as
 * many as the call needs, which then waits for the last of them. Changes nothing when that would take too long.
 *
 * @param tokens how many the call needs
 * @param returned how many are given back first; fewer than that
 * @param upTo how many are taken if they are there now; not fewer than that
 * @param maxWaitNanos how long the call may wait
 */
record Take(Meter meter, int tokens, int returned, int upTo, long maxWaitNanos)
        implements Transition<TokenBucket, Take.Grant> {
    /**
     * The answer.
     *
     * @param answer as that of {@link TokenSource#reserve}
     * @param tokens how many were taken
     */
    record Grant(long answer, int tokens) {
        boolean isGranted() {
            return answer >= 0;
        }
    }

    /** Takes what a call needs. */
    static Take exactly(Meter meter, int tokens, long maxWaitNanos) {
        return new Take(meter, tokens, 0, tokens, maxWaitNanos);
    }

    @Override
    public Step<TokenBucket, Grant> apply(TokenBucket bucket, long now) {
        long found = bucket.missing(meter.scale(), now);
        long believed = meter.believable(found, bucket);
        long missing = Math.max(0, believed - meter.units(returned));
        int there = meter.available(missing);
        int taken = there >= tokens ? Math.min(upTo, there) : tokens;
        long after = missing + meter.units(taken);
        long waitNanos = meter.waitNanos(after);
        return waitNanos > maxWaitNanos
                ? new Step<>(
                        believed == found
                                ? bucket.notAfter(now)
                                : new TokenBucket(now, believed, meter.scale(), bucket.maxTokens()),
                        new Grant(~waitNanos, 0))
                : new Step<>(
                        new TokenBucket(now, after, meter.scale(), meter.maxTokens()), new Grant(waitNanos, taken));
    }
}
