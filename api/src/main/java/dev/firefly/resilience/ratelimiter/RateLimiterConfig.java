package dev.firefly.resilience.ratelimiter;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problems;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;

/**
 * The validated settings of a rate limiter; immutable. Each component bears the name of its configuration key.
 *
 * @param enabled false: calls of this node pass straight through; default true
 * @param maxTokens what the full bucket holds, and so the largest burst; at least 1, default 10
 * @param refillRate tokens per second that flow into the bucket, above 0 and at most {@value #MAX_RATE}; default 10. It
 *     is exact where it has few digits, and else kept to about nine and never exceeded
 * @param timeout how long a call waits for its token; 0: not at all; default 0. Waits of six years are always possible,
 *     longer ones for most rates
 * @param reserve how many tokens a node takes from the shared bucket at once, so that most calls need not ask the store;
 *     1 to {@code max-tokens}, default 1. What is in reserve comes out of the same bucket, but other nodes cannot use it
 *     until it is given back, which happens when the node has used none for a second. As the bucket fills up, what is in
 *     reserve goes back by itself, so that it does not come on top of a full bucket. What is in reserve when the node
 *     ends is lost. Without effect where state is kept on one node
 */
public record RateLimiterConfig(boolean enabled, int maxTokens, BigDecimal refillRate, Duration timeout, int reserve) {
    /** The highest rate, in tokens per second. */
    public static final int MAX_RATE = 1_000_000_000;

    /** An empty bucket must be full again within this many years. */
    public static final int MAX_YEARS_TO_FILL = 30;

    private static final RateLimiterConfig DEFAULTS = builder().build();

    /** @throws dev.firefly.resilience.config.ConfigurationException listing every component that is out of range */
    public RateLimiterConfig {
        boolean rateInRange = refillRate.signum() > 0 && refillRate.compareTo(BigDecimal.valueOf(MAX_RATE)) <= 0;
        Problems problems = new Problems()
                .require(maxTokens >= 1, "max-tokens", "must be >= 1", maxTokens)
                .require(rateInRange, "refill-rate", "must be above 0 and at most " + MAX_RATE, refillRate)
                .require(Durations.isValid(timeout), "timeout", "must be a duration from 0 to 292 years", timeout)
                .require(
                        reserve >= 1 && (reserve <= maxTokens || maxTokens < 1),
                        "reserve",
                        "must be from 1 to max-tokens (" + maxTokens + ')',
                        reserve);
        if (rateInRange) {
            problems.require(
                    // not by division, which would write out a rate of countless decimals
                    refillRate
                                    .multiply(BigDecimal.valueOf(MAX_YEARS_TO_FILL * 31_557_600L))
                                    .compareTo(BigDecimal.valueOf(maxTokens))
                            >= 0,
                    "refill-rate",
                    "must fill an empty bucket of max-tokens (" + maxTokens + ") within " + MAX_YEARS_TO_FILL
                            + " years",
                    refillRate);
        }
        problems.throwIfAny();
    }

    /** The defaults. */
    public static RateLimiterConfig defaults() {
        return DEFAULTS;
    }

    /** Starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts from this configuration. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.enabled = enabled;
        builder.maxTokens = maxTokens;
        builder.refillRate = refillRate;
        builder.timeout = timeout;
        builder.reserve = reserve;
        return builder;
    }

    /** Collects settings; every setter returns this builder. Not thread-safe. */
    public static final class Builder {
        private boolean enabled = true;
        private int maxTokens = 10;
        private BigDecimal refillRate = BigDecimal.TEN;
        private Duration timeout = Duration.ZERO;
        private int reserve = 1;

        private Builder() {}

        public Builder enabled(boolean value) {
            enabled = value;
            return this;
        }

        public Builder maxTokens(int value) {
            maxTokens = value;
            return this;
        }

        /** Sets the rate to the shortest decimal that stands for the number; what is no number is out of range. */
        public Builder refillRate(double value) {
            return refillRate(Double.isFinite(value) ? BigDecimal.valueOf(value) : BigDecimal.valueOf(-1));
        }

        public Builder refillRate(BigDecimal value) {
            refillRate = Objects.requireNonNull(value);
            return this;
        }

        public Builder timeout(Duration value) {
            timeout = Objects.requireNonNull(value);
            return this;
        }

        public Builder reserve(int value) {
            reserve = value;
            return this;
        }

        /**
         * Validates what was collected.
         *
         * @throws dev.firefly.resilience.config.ConfigurationException listing everything that is out of range
         */
        public RateLimiterConfig build() {
            return new RateLimiterConfig(enabled, maxTokens, refillRate, timeout, reserve);
        }
    }
}
