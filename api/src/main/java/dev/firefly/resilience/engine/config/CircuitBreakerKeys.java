package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig.Builder;
import java.util.List;

/** The keys of a circuit breaker. */
final class CircuitBreakerKeys {
    private static final List<Key<CircuitBreakerConfig, Builder>> KEYS = List.of(
            Key.of("enabled", ValueType.FLAG, Builder::enabled),
            Key.of("failure-threshold", ValueType.INTEGER, Builder::failureThreshold),
            Key.of("failure-rate-threshold", ValueType.EXACT, Builder::failureRateThreshold),
            Key.of("window-size", ValueType.INTEGER, Builder::windowSize),
            Key.of("window-duration", ValueType.DURATION, Builder::windowDuration),
            Key.of("minimum-number-of-calls", ValueType.INTEGER, Builder::minimumNumberOfCalls),
            Key.of("wait-duration-in-open", ValueType.DURATION, Builder::waitDurationInOpen),
            Key.of("open-jitter", ValueType.DURATION, Builder::openJitter),
            Key.of("half-open-max-calls", ValueType.INTEGER, Builder::halfOpenMaxCalls),
            Key.of("half-open-success-threshold", ValueType.INTEGER, Builder::halfOpenSuccessThreshold),
            Key.of("half-open-probe-timeout", ValueType.DURATION, Builder::halfOpenProbeTimeout),
            Key.classes("record-on", CircuitBreakerConfig::recordOn, Builder::recordOn),
            Key.classes("ignore-on", CircuitBreakerConfig::ignoreOn, Builder::ignoreOn),
            Key.of("slow-call-duration", ValueType.DURATION, Builder::slowCallDuration),
            Key.of("slow-call-rate-threshold", ValueType.EXACT, Builder::slowCallRateThreshold));

    static final Table<CircuitBreakerConfig, Builder> TABLE =
            new Table<>(CircuitBreakerConfig.defaults(), CircuitBreakerConfig::toBuilder, Builder::build, KEYS);

    private CircuitBreakerKeys() {}
}
