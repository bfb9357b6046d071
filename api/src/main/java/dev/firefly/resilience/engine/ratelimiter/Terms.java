package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;

/** The settings one call goes by, from its beginning to its end; immutable. */
record Terms(RateLimiterConfig config, Meter meter) {
    static Terms of(RateLimiterConfig config) {
        return new Terms(config, Meter.of(config));
    }

    boolean enabled() {
        return config.enabled();
    }

    /**
     * Lets pass what a bucket can hold.
     *
     * @throws IllegalArgumentException for any other number
     */
    void check(int tokens) {
        if (tokens < 1 || tokens > config.maxTokens()) {
            String accepted = "must be from 1 to max-tokens (" + config.maxTokens() + ')';
            throw new IllegalArgumentException(
                    Problem.of("tokens", accepted, tokens).toString());
        }
    }

    /** How long a call may wait that is made on this thread now: at its deadline it is too late already. */
    long boundNanos() {
        long timeout = meter.maxWaitNanos();
        if (timeout == 0) {
            return 0;
        }
        long rest = Deadline.current().remainingNanos();
        return rest > timeout ? timeout : Math.max(0, rest - 1);
    }
}
