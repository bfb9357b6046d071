package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.retry.BackoffKind;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.retry.RetryConfig.Builder;
import java.util.List;

/** The keys of a retry. */
final class RetryKeys {
    private static final List<Key<RetryConfig, Builder>> KEYS = List.of(
            Key.of("enabled", ValueType.FLAG, RetryConfig::enabled, Builder::enabled),
            Key.of("max-attempts", ValueType.INTEGER, RetryConfig::maxAttempts, Builder::maxAttempts),
            Key.of("wait-duration", ValueType.DURATION, RetryConfig::waitDuration, Builder::waitDuration),
            Key.of("backoff", ValueType.oneOf(BackoffKind.values()), RetryConfig::backoff, Builder::backoff),
            Key.of("backoff-multiplier", ValueType.DECIMAL, RetryConfig::backoffMultiplier, Builder::backoffMultiplier),
            Key.of("max-wait", ValueType.DURATION, config -> config.maxWait().orElse(null), Builder::maxWait),
            Key.of("jitter", ValueType.DURATION, RetryConfig::jitter, Builder::jitter),
            Key.of("full-jitter", ValueType.FLAG, RetryConfig::fullJitter, Builder::fullJitter),
            Key.of(
                    "max-duration",
                    ValueType.DURATION,
                    config -> config.maxDuration().orElse(null),
                    Builder::maxDuration),
            Key.classes("retry-on", RetryConfig::retryOn, Builder::retryOn),
            Key.classes("abort-on", RetryConfig::abortOn, Builder::abortOn),
            Key.of("wrap-exhausted", ValueType.FLAG, RetryConfig::wrapExhausted, Builder::wrapExhausted));

    static final Table<RetryConfig, Builder> TABLE =
            new Table<>(RetryConfig.defaults(), RetryConfig::toBuilder, Builder::build, KEYS);

    private RetryKeys() {}
}
