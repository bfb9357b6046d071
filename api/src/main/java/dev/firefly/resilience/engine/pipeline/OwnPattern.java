package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.bulkhead.StoredBulkhead;
import dev.firefly.resilience.engine.call.NestingGuard;
import dev.firefly.resilience.engine.circuitbreaker.CircuitGate;
import dev.firefly.resilience.engine.circuitbreaker.StoredCircuitBreaker;
import dev.firefly.resilience.engine.ratelimiter.StoredRateLimiter;
import dev.firefly.resilience.engine.retry.RetryLoop;
import dev.firefly.resilience.engine.timelimiter.WatchedTimeLimiter;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.BackoffKind;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * How a pipeline makes a pattern of its own.
 *
 * @param <C> the pattern's settings
 * @param <B> what collects them
 * @param defaults the settings where none are given
 * @param toBuilder begins with settings
 * @param build ends with settings, or with a {@link ConfigurationException}
 * @param maker makes the pattern
 */
record OwnPattern<C, B>(
        Pattern pattern,
        C defaults,
        Function<C, B> toBuilder,
        Function<B, C> build,
        BiFunction<Surroundings, C, NestingGuard> maker) {

    static final OwnPattern<RetryConfig, RetryConfig.Builder> RETRY = new OwnPattern<>(
            Pattern.RETRY,
            RetryConfig.builder()
                    .backoff(BackoffKind.EXPONENTIAL)
                    .waitDuration(Duration.ofMillis(200))
                    .backoffMultiplier(2)
                    .maxWait(Duration.ofSeconds(10))
                    .fullJitter(true)
                    .build(),
            RetryConfig::toBuilder,
            RetryConfig.Builder::build,
            (around, config) -> new RetryLoop(around.instance(), () -> config, around.environment()));

    static final OwnPattern<CircuitBreakerConfig, CircuitBreakerConfig.Builder> CIRCUIT_BREAKER = new OwnPattern<>(
            Pattern.CIRCUIT_BREAKER,
            CircuitBreakerConfig.builder()
                    .failureRateThreshold(0.5)
                    .minimumNumberOfCalls(10)
                    .windowDuration(Duration.ofSeconds(60))
                    .waitDurationInOpen(Duration.ofSeconds(30))
                    .build(),
            CircuitBreakerConfig::toBuilder,
            CircuitBreakerConfig.Builder::build,
            (around, config) -> new StoredCircuitBreaker(
                    new CircuitGate(around.instance(), around.environmentOf(Pattern.CIRCUIT_BREAKER)), () -> config));

    static final OwnPattern<RateLimiterConfig, RateLimiterConfig.Builder> RATE_LIMITER = new OwnPattern<>(
            Pattern.RATE_LIMITER,
            RateLimiterConfig.defaults(),
            RateLimiterConfig::toBuilder,
            RateLimiterConfig.Builder::build,
            (around, config) ->
                    new StoredRateLimiter(around.instance(), () -> config, around.environmentOf(Pattern.RATE_LIMITER)));

    static final OwnPattern<BulkheadConfig, BulkheadConfig.Builder> BULKHEAD = new OwnPattern<>(
            Pattern.BULKHEAD,
            BulkheadConfig.defaults(),
            BulkheadConfig::toBuilder,
            BulkheadConfig.Builder::build,
            (around, config) ->
                    new StoredBulkhead(around.instance(), () -> config, around.environmentOf(Pattern.BULKHEAD)));

    static final OwnPattern<TimeLimiterConfig, TimeLimiterConfig.Builder> TIME_LIMITER = new OwnPattern<>(
            Pattern.TIME_LIMITER,
            TimeLimiterConfig.defaults(),
            TimeLimiterConfig::toBuilder,
            TimeLimiterConfig.Builder::build,
            (around, config) ->
                    new WatchedTimeLimiter(around.instance(), () -> config, around.environment(), around.watch()));

    /**
     * The settings that differ from the defaults as the function says.
     *
     * @param instance the name of the pattern, for messages
     * @throws ConfigurationException when they are out of range
     */
    C config(UnaryOperator<B> settings, String instance) {
        try {
            return build.apply(settings.apply(toBuilder.apply(defaults)));
        } catch (ConfigurationException e) {
            String prefix = prefix(instance);
            throw new ConfigurationException(e.problems().stream()
                    .map(problem -> problem.at(prefix + problem.key(), problem.source()))
                    .toList());
        }
    }

    /** What the names of settings are preceded by in messages. */
    String prefix(String instance) {
        return pattern.key() + '.' + instance + '.';
    }
}
