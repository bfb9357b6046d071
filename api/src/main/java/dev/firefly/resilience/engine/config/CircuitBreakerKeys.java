package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig.Builder;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The keys of a circuit breaker. */
final class CircuitBreakerKeys {
    private static final List<Key<CircuitBreakerConfig, Builder>> KEYS = List.of(
            Key.of("enabled", ValueType.FLAG, CircuitBreakerConfig::enabled, Builder::enabled),
            Key.of(
                    "failure-threshold",
                    ValueType.INTEGER,
                    CircuitBreakerConfig::failureThreshold,
                    Builder::failureThreshold),
            Key.of(
                    "failure-rate-threshold",
                    ValueType.EXACT,
                    config -> config.failureRateThreshold().orElse(null),
                    Builder::failureRateThreshold),
            Key.of("window-size", ValueType.INTEGER, CircuitBreakerConfig::windowSize, Builder::windowSize),
            Key.of(
                    "window-duration",
                    ValueType.DURATION,
                    config -> config.windowDuration().orElse(null),
                    Builder::windowDuration),
            Key.of(
                    "minimum-number-of-calls",
                    ValueType.INTEGER,
                    config -> boxed(config.minimumNumberOfCalls()),
                    Builder::minimumNumberOfCalls),
            Key.of(
                    "wait-duration-in-open",
                    ValueType.DURATION,
                    CircuitBreakerConfig::waitDurationInOpen,
                    Builder::waitDurationInOpen),
            Key.of("open-jitter", ValueType.DURATION, CircuitBreakerConfig::openJitter, Builder::openJitter),
            Key.of(
                    "half-open-max-calls",
                    ValueType.INTEGER,
                    CircuitBreakerConfig::halfOpenMaxCalls,
                    Builder::halfOpenMaxCalls),
            Key.of(
                    "half-open-success-threshold",
                    ValueType.INTEGER,
                    CircuitBreakerConfig::halfOpenSuccessThreshold,
                    Builder::halfOpenSuccessThreshold),
            Key.of(
                    "half-open-probe-timeout",
                    ValueType.DURATION,
                    CircuitBreakerConfig::halfOpenProbeTimeout,
                    Builder::halfOpenProbeTimeout),
            Key.classes("record-on", CircuitBreakerConfig::recordOn, Builder::recordOn),
            Key.classes("ignore-on", CircuitBreakerConfig::ignoreOn, Builder::ignoreOn),
            Key.of(
                    "slow-call-duration",
                    ValueType.DURATION,
                    config -> config.slowCallDuration().orElse(null),
                    Builder::slowCallDuration),
            Key.of(
                    "slow-call-rate-threshold",
                    ValueType.EXACT,
                    config -> config.slowCallRateThreshold().orElse(null),
                    Builder::slowCallRateThreshold),
            Key.of("quorum", ValueType.INTEGER, CircuitBreakerConfig::quorum, Builder::quorum));

    static final Table<CircuitBreakerConfig, Builder> TABLE =
            new Table<>(CircuitBreakerConfig.defaults(), CircuitBreakerConfig::toBuilder, Builder::build, KEYS);

    private CircuitBreakerKeys() {}

    private static @Nullable Integer boxed(OptionalInt number) {
        return number.isPresent() ? number.getAsInt() : null;
    }
}
