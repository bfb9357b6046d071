package dev.firefly.resilience.bulkhead;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problems;
import java.time.Duration;
import java.util.Objects;

/**
 * The validated settings of a bulkhead; immutable. Each component bears the name of its configuration key.
 *
 * @param enabled false: calls of this node pass straight through; default true
 * @param maxConcurrent how many calls run at once; 0: none at all; default 10
 * @param maxWait how long a call waits for a permit; 0: not at all; default 0
 * @param permitTtl how long a permit lasts that is not given back, longer than 0; default 60 s. It lapses no earlier, and
 *     at most an eighth later
 * @param permitRenewal whether the node renews the permits of its running calls, so that they last as long as the call
 *     and the node do; default false
 */
public record BulkheadConfig(
        boolean enabled, int maxConcurrent, Duration maxWait, Duration permitTtl, boolean permitRenewal) {

    private static final BulkheadConfig DEFAULTS = builder().build();

    /** @throws dev.firefly.resilience.config.ConfigurationException listing every component that is out of range */
    public BulkheadConfig {
        new Problems()
                .require(maxConcurrent >= 0, "max-concurrent", "must be >= 0", maxConcurrent)
                .require(Durations.isValid(maxWait), "max-wait", "must be a duration from 0 to 292 years", maxWait)
                .require(
                        Durations.isValid(permitTtl) && !permitTtl.isZero(),
                        "permit-ttl",
                        "must be a duration longer than 0, up to 292 years",
                        permitTtl)
                .throwIfAny();
    }

    /** The defaults. */
    public static BulkheadConfig defaults() {
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
        builder.maxConcurrent = maxConcurrent;
        builder.maxWait = maxWait;
        builder.permitTtl = permitTtl;
        builder.permitRenewal = permitRenewal;
        return builder;
    }

    /** Collects settings; every setter returns this builder. Not thread-safe. */
    public static final class Builder {
        private boolean enabled = true;
        private int maxConcurrent = 10;
        private Duration maxWait = Duration.ZERO;
        private Duration permitTtl = Duration.ofSeconds(60);
        private boolean permitRenewal;

        private Builder() {}

        public Builder enabled(boolean value) {
            enabled = value;
            return this;
        }

        public Builder maxConcurrent(int value) {
            maxConcurrent = value;
            return this;
        }

        public Builder maxWait(Duration value) {
            maxWait = Objects.requireNonNull(value);
            return this;
        }

        public Builder permitTtl(Duration value) {
            permitTtl = Objects.requireNonNull(value);
            return this;
        }

        public Builder permitRenewal(boolean value) {
            permitRenewal = value;
            return this;
        }

        /**
         * Validates what was collected.
         *
         * @throws dev.firefly.resilience.config.ConfigurationException listing everything that is out of range
         */
        public BulkheadConfig build() {
            return new BulkheadConfig(enabled, maxConcurrent, maxWait, permitTtl, permitRenewal);
        }
    }
}
