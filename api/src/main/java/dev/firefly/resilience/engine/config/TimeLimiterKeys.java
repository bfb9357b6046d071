package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.timelimiter.LateSuccess;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig.Builder;
import java.util.List;

/** The keys of a time limiter. */
final class TimeLimiterKeys {
    private static final List<Key<TimeLimiterConfig, Builder>> KEYS = List.of(
            Key.of("enabled", ValueType.FLAG, TimeLimiterConfig::enabled, Builder::enabled),
            Key.of("timeout", ValueType.DURATION, TimeLimiterConfig::timeout, Builder::timeout),
            Key.of("interrupt", ValueType.FLAG, TimeLimiterConfig::interrupt, Builder::interrupt),
            Key.of(
                    "late-success",
                    ValueType.oneOf(LateSuccess.values()),
                    TimeLimiterConfig::lateSuccess,
                    Builder::lateSuccess),
            Key.of("offload", ValueType.FLAG, TimeLimiterConfig::offload, Builder::offload));

    static final Table<TimeLimiterConfig, Builder> TABLE =
            new Table<>(TimeLimiterConfig.defaults(), TimeLimiterConfig::toBuilder, Builder::build, KEYS);

    private TimeLimiterKeys() {}
}
