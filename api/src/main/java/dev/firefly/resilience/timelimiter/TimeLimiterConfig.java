package dev.firefly.resilience.timelimiter;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problems;
import java.time.Duration;
import java.util.Objects;

/**
 * The validated settings of a time limiter; immutable. Each component bears the name of its configuration key.
 *
 * @param enabled false: calls of this node pass straight through; default true
 * @param timeout how long a call may take, longer than 0; default 30 s
 * @param interrupt whether the thread the call runs on is interrupted at the deadline; default true
 * @param lateSuccess what becomes of a result that comes late; default {@link LateSuccess#THROW}, and of no effect with
 *     {@code offload} and in asynchronous calls
 * @param offload whether the call runs on the registry's executor, so that its caller is released at the deadline
 *     whatever the call does; default false
 */
public record TimeLimiterConfig(
        boolean enabled, Duration timeout, boolean interrupt, LateSuccess lateSuccess, boolean offload) {

    private static final TimeLimiterConfig DEFAULTS = builder().build();

    /** @throws dev.firefly.resilience.config.ConfigurationException listing every component that is out of range */
    public TimeLimiterConfig {
        Objects.requireNonNull(lateSuccess);
        new Problems()
                .require(
                        Durations.isValid(timeout) && !timeout.isZero(),
                        "timeout",
                        "must be a duration longer than 0, up to 292 years (enabled=false switches the limit off)",
                        timeout)
                .throwIfAny();
    }

    /** The defaults. */
    public static TimeLimiterConfig defaults() {
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
        builder.timeout = timeout;
        builder.interrupt = interrupt;
        builder.lateSuccess = lateSuccess;
        builder.offload = offload;
        return builder;
    }

    /** Collects settings; every setter returns this builder. Not thread-safe. */
    public static final class Builder {
        private boolean enabled = true;
        private Duration timeout = Duration.ofSeconds(30);
        private boolean interrupt = true;
        private LateSuccess lateSuccess = LateSuccess.THROW;
        private boolean offload;

        private Builder() {}

        public Builder enabled(boolean value) {
            enabled = value;
            return this;
        }

        public Builder timeout(Duration value) {
            timeout = Objects.requireNonNull(value);
            return this;
        }

        public Builder interrupt(boolean value) {
            interrupt = value;
            return this;
        }

        public Builder lateSuccess(LateSuccess value) {
            lateSuccess = Objects.requireNonNull(value);
            return this;
        }

        public Builder offload(boolean value) {
            offload = value;
            return this;
        }

        /**
         * Validates what was collected.
         *
         * @throws dev.firefly.resilience.config.ConfigurationException listing everything that is out of range
         */
        public TimeLimiterConfig build() {
            return new TimeLimiterConfig(enabled, timeout, interrupt, lateSuccess, offload);
        }
    }
}
