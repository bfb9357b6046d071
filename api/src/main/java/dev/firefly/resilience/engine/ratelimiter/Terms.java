package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;

/** The settings one call goes by, from its beginning to its end; immutable. */
record Terms(RateLimiterConfig config, Meter meter, boolean enabled) {
    /** @param parts as {@link Cell#parts}: of the tokens, and of the rate at which they come, each node has its share */
    static Terms of(RateLimiterConfig config, int parts) {
        return new Terms(
                config,
                parts > 1 ? Meter.of(config, parts) : Meter.of(config),
                config.enabled() && parts != Cell.UNGUARDED);
    }

    /** How many tokens a node takes at once. */
    int batch() {
        return Math.min(config.reserve(), meter.maxTokens());
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
