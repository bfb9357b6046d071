package dev.firefly.resilience.circuitbreaker;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.core.Classifier;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The validated settings of a circuit breaker; immutable. Each component bears the name of its configuration key.
 *
 * @param enabled false: calls of this node pass straight through; default true
 * @param failureThreshold failures in the window that open the circuit, at least 1, default 5; ignored with a rate
 * @param failureRateThreshold failures / calls in the window that open the circuit, in (0, 1], compared exactly; none by
 *     default
 * @param windowSize the last so many outcomes form the window, 1 to {@value #MAX_WINDOW_SIZE}, default 10; ignored with
 *     a duration
 * @param windowDuration the outcomes of this last span of time form the window; none by default
 * @param minimumNumberOfCalls the circuit never opens on fewer outcomes; absent: 0, but with a failure rate the full
 *     count window or 10 calls of a time window
 * @param waitDurationInOpen how long the open circuit rejects; default 30 s
 * @param openJitter an extra wait drawn once per opening from [0, this); default 0
 * @param halfOpenMaxCalls probes out at once in the whole cluster, at least 1, default 1
 * @param halfOpenSuccessThreshold probe successes that close the circuit, at least 1, default 1
 * @param halfOpenProbeTimeout the lease of a probe; 0: no permits are held and half-open admits every call; default 30 s
 * @param recordOn only these count as failures; default {@code java.lang.Exception}
 * @param ignoreOn these do not count, neither as failure nor as success; wins over recordOn; none by default
 * @param slowCallDuration calls that take at least this long are slow; none by default
 * @param slowCallRateThreshold slow calls / calls in the window that open the circuit, in (0, 1]; absent: 1 when a slow
 *     call duration is set
 * @param quorum how many registries must have had failures before the circuit opens for all, 1 to {@value #MAX_QUORUM},
 *     default 1; at most as many as share the store. Above 1 each registry also has a circuit of its own, by the same
 *     settings and its own outcomes, which turns away its own calls alone
 */
public record CircuitBreakerConfig(
        boolean enabled,
        int failureThreshold,
        Optional<BigDecimal> failureRateThreshold,
        int windowSize,
        Optional<Duration> windowDuration,
        OptionalInt minimumNumberOfCalls,
        Duration waitDurationInOpen,
        Duration openJitter,
        int halfOpenMaxCalls,
        int halfOpenSuccessThreshold,
        Duration halfOpenProbeTimeout,
        Set<Class<? extends Throwable>> recordOn,
        Set<Class<? extends Throwable>> ignoreOn,
        Optional<Duration> slowCallDuration,
        Optional<BigDecimal> slowCallRateThreshold,
        int quorum) {

    /** The largest count window. A full one takes 256 KiB, which is written with every failure. */
    public static final int MAX_WINDOW_SIZE = 1_000_000;

    /** The largest number of failure times a time window remembers, and so its largest failure threshold. */
    public static final int MAX_FAILURE_TIMES = 100_000;

    /** The largest quorum. */
    public static final int MAX_QUORUM = 100;

    private static final CircuitBreakerConfig DEFAULTS = builder().build();

    /** @throws dev.firefly.resilience.config.ConfigurationException listing every component that is out of range */
    public CircuitBreakerConfig {
        recordOn = Set.copyOf(recordOn);
        ignoreOn = Set.copyOf(ignoreOn);
        Problems problems = new Problems()
                .require(failureThreshold >= 1, "failure-threshold", "must be >= 1", failureThreshold)
                .require(
                        windowSize >= 1 && windowSize <= MAX_WINDOW_SIZE,
                        "window-size",
                        "must be from 1 to " + MAX_WINDOW_SIZE,
                        windowSize)
                .require(halfOpenMaxCalls >= 1, "half-open-max-calls", "must be >= 1", halfOpenMaxCalls)
                .require(
                        halfOpenSuccessThreshold >= 1,
                        "half-open-success-threshold",
                        "must be >= 1",
                        halfOpenSuccessThreshold)
                .require(
                        minimumNumberOfCalls.orElse(0) >= 0,
                        "minimum-number-of-calls",
                        "must be >= 0",
                        minimumNumberOfCalls.orElse(0))
                .require(quorum >= 1 && quorum <= MAX_QUORUM, "quorum", "must be from 1 to " + MAX_QUORUM, quorum);
        rate(problems, "failure-rate-threshold", failureRateThreshold);
        rate(problems, "slow-call-rate-threshold", slowCallRateThreshold);
        duration(problems, "wait-duration-in-open", waitDurationInOpen);
        duration(problems, "open-jitter", openJitter);
        duration(problems, "half-open-probe-timeout", halfOpenProbeTimeout);
        slowCallDuration.ifPresent(slow -> duration(problems, "slow-call-duration", slow));
        windowDuration.ifPresent(window -> {
            duration(problems, "window-duration", window);
            problems.require(!window.isZero(), "window-duration", "must be longer than 0", window);
        });
        if (failureRateThreshold.isEmpty()) {
            int reachable = windowDuration.isPresent() ? MAX_FAILURE_TIMES : windowSize;
            problems.require(
                    failureThreshold <= reachable,
                    "failure-threshold",
                    windowDuration.isPresent()
                            ? "must be at most " + MAX_FAILURE_TIMES + " with a window-duration"
                            : "must be at most window-size (" + windowSize + "), or the circuit could never open",
                    failureThreshold);
        }
        problems.require(
                slowCallRateThreshold.isEmpty() || slowCallDuration.isPresent(),
                "slow-call-rate-threshold",
                "needs slow-call-duration, which is not set",
                slowCallRateThreshold.map(Object::toString).orElse(""));
        problems.throwIfAny();
    }

    private static void rate(Problems problems, String key, Optional<BigDecimal> rate) {
        rate.ifPresent(value -> problems.require(
                value.signum() > 0 && value.compareTo(BigDecimal.ONE) <= 0 && value.scale() <= 9,
                key,
                "must be above 0 and at most 1, with at most 9 decimals",
                value));
    }

    private static void duration(Problems problems, String key, Duration value) {
        problems.require(Durations.isValid(value), key, "must be a duration from 0 to 292 years", value);
    }

    /** The defaults. */
    public static CircuitBreakerConfig defaults() {
        return DEFAULTS;
    }

    /** Starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A breaker that opens after so many failures within 60 s, for 120 s; both can be changed with {@link #within} and
     * {@link #openFor}.
     */
    public static CircuitBreakerConfig after(int failures) {
        return builder()
                .failureThreshold(failures)
                .windowDuration(Duration.ofSeconds(60))
                .waitDurationInOpen(Duration.ofSeconds(120))
                .build();
    }

    /** The same with another time window. */
    public CircuitBreakerConfig within(Duration window) {
        return toBuilder().windowDuration(window).build();
    }

    /** The same with another wait in the open state. */
    public CircuitBreakerConfig openFor(Duration wait) {
        return toBuilder().waitDurationInOpen(wait).build();
    }

    /** Starts from this configuration. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.enabled = enabled;
        builder.failureThreshold = failureThreshold;
        builder.failureRateThreshold = failureRateThreshold;
        builder.windowSize = windowSize;
        builder.windowDuration = windowDuration;
        builder.minimumNumberOfCalls = minimumNumberOfCalls;
        builder.waitDurationInOpen = waitDurationInOpen;
        builder.openJitter = openJitter;
        builder.halfOpenMaxCalls = halfOpenMaxCalls;
        builder.halfOpenSuccessThreshold = halfOpenSuccessThreshold;
        builder.halfOpenProbeTimeout = halfOpenProbeTimeout;
        builder.recordOn = recordOn;
        builder.ignoreOn = ignoreOn;
        builder.slowCallDuration = slowCallDuration;
        builder.slowCallRateThreshold = slowCallRateThreshold;
        builder.quorum = quorum;
        return builder;
    }

    /** Which failures count. */
    public Classifier classifier() {
        return new Classifier(recordOn, ignoreOn);
    }

    /** Collects settings; every setter returns this builder. Not thread-safe. */
    public static final class Builder {
        private boolean enabled = true;
        private int failureThreshold = 5;
        private Optional<BigDecimal> failureRateThreshold = Optional.empty();
        private int windowSize = 10;
        private Optional<Duration> windowDuration = Optional.empty();
        private OptionalInt minimumNumberOfCalls = OptionalInt.empty();
        private Duration waitDurationInOpen = Duration.ofSeconds(30);
        private Duration openJitter = Duration.ZERO;
        private int halfOpenMaxCalls = 1;
        private int halfOpenSuccessThreshold = 1;
        private Duration halfOpenProbeTimeout = Duration.ofSeconds(30);
        private Set<Class<? extends Throwable>> recordOn = Set.of(Exception.class);
        private Set<Class<? extends Throwable>> ignoreOn = Set.of();
        private Optional<Duration> slowCallDuration = Optional.empty();
        private Optional<BigDecimal> slowCallRateThreshold = Optional.empty();
        private int quorum = 1;

        private Builder() {}

        public Builder enabled(boolean value) {
            enabled = value;
            return this;
        }

        public Builder failureThreshold(int value) {
            failureThreshold = value;
            return this;
        }

        public Builder failureRateThreshold(double value) {
            return failureRateThreshold(exact(value));
        }

        public Builder failureRateThreshold(BigDecimal value) {
            failureRateThreshold = Optional.of(value);
            return this;
        }

        public Builder windowSize(int value) {
            windowSize = value;
            return this;
        }

        public Builder windowDuration(Duration value) {
            windowDuration = Optional.of(value);
            return this;
        }

        public Builder minimumNumberOfCalls(int value) {
            minimumNumberOfCalls = OptionalInt.of(value);
            return this;
        }

        public Builder waitDurationInOpen(Duration value) {
            waitDurationInOpen = Objects.requireNonNull(value);
            return this;
        }

        public Builder openJitter(Duration value) {
            openJitter = Objects.requireNonNull(value);
            return this;
        }

        public Builder halfOpenMaxCalls(int value) {
            halfOpenMaxCalls = value;
            return this;
        }

        public Builder halfOpenSuccessThreshold(int value) {
            halfOpenSuccessThreshold = value;
            return this;
        }

        public Builder halfOpenProbeTimeout(Duration value) {
            halfOpenProbeTimeout = Objects.requireNonNull(value);
            return this;
        }

        @SafeVarargs
        @SuppressWarnings("varargs") // only read
        public final Builder recordOn(Class<? extends Throwable>... types) {
            return recordOn(new HashSet<>(Arrays.asList(types)));
        }

        public Builder recordOn(Set<Class<? extends Throwable>> types) {
            recordOn = types;
            return this;
        }

        @SafeVarargs
        @SuppressWarnings("varargs") // only read
        public final Builder ignoreOn(Class<? extends Throwable>... types) {
            return ignoreOn(new HashSet<>(Arrays.asList(types)));
        }

        public Builder ignoreOn(Set<Class<? extends Throwable>> types) {
            ignoreOn = types;
            return this;
        }

        public Builder slowCallDuration(Duration value) {
            slowCallDuration = Optional.of(value);
            return this;
        }

        public Builder slowCallRateThreshold(double value) {
            return slowCallRateThreshold(exact(value));
        }

        /** The shortest decimal that stands for the number; what is no number is out of any range. */
        private static BigDecimal exact(double value) {
            return Double.isFinite(value) ? BigDecimal.valueOf(value) : BigDecimal.valueOf(-1);
        }

        public Builder slowCallRateThreshold(BigDecimal value) {
            slowCallRateThreshold = Optional.of(value);
            return this;
        }

        public Builder quorum(int value) {
            quorum = value;
            return this;
        }

        /**
         * Validates what was collected.
         *
         * @throws dev.firefly.resilience.config.ConfigurationException listing everything that is out of range
         */
        public CircuitBreakerConfig build() {
            return new CircuitBreakerConfig(
                    enabled,
                    failureThreshold,
                    failureRateThreshold,
                    windowSize,
                    windowDuration,
                    minimumNumberOfCalls,
                    waitDurationInOpen,
                    openJitter,
                    halfOpenMaxCalls,
                    halfOpenSuccessThreshold,
                    halfOpenProbeTimeout,
                    recordOn,
                    ignoreOn,
                    slowCallDuration,
                    slowCallRateThreshold,
                    quorum);
        }
    }
}
