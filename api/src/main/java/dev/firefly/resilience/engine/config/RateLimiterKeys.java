package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig.Builder;
import java.util.List;

/** The keys of a rate limiter. */
final class RateLimiterKeys {
    private static final List<Key<RateLimiterConfig, Builder>> KEYS = List.of(
            Key.of("enabled", ValueType.FLAG, RateLimiterConfig::enabled, Builder::enabled),
            Key.of("max-tokens", ValueType.INTEGER, RateLimiterConfig::maxTokens, Builder::maxTokens),
            Key.of("refill-rate", ValueType.EXACT, RateLimiterConfig::refillRate, Builder::refillRate),
            Key.of("timeout", ValueType.DURATION, RateLimiterConfig::timeout, Builder::timeout),
            Key.of("reserve", ValueType.INTEGER, RateLimiterConfig::reserve, Builder::reserve));

    static final Table<RateLimiterConfig, Builder> TABLE =
            new Table<>(RateLimiterConfig.defaults(), RateLimiterConfig::toBuilder, Builder::build, KEYS);

    private RateLimiterKeys() {}
}
