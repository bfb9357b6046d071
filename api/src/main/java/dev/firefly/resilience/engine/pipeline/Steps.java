package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.PipelineSteps;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.call.NestingGuard;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * How pipelines grow. Immutable.
 *
 * @param <P> the pipeline
 */
abstract class Steps<P extends PipelineSteps<P>> implements PipelineSteps<P> {
    private final Chain chain;

    Steps(Chain chain) {
        this.chain = chain;
    }

    /** A pipeline of the same kind with this definition. */
    abstract P with(Definition definition);

    final Chain chain() {
        return chain;
    }

    private Definition definition() {
        return chain.definition();
    }

    private P with(Surroundings surroundings) {
        return with(definition().with(surroundings));
    }

    private Surroundings surroundings() {
        return definition().surroundings();
    }

    private P named(Pattern pattern, BiFunction<ResilienceRegistry, String, Guard> instances, String instance) {
        definition().requireNew(pattern);
        NestingGuard guard = (NestingGuard) instances.apply(definition().registry(), instance); // as all of our own
        return with(definition().with(new Step.Named(pattern, guard)));
    }

    private <C> P own(OwnPattern<C, ?> kind, C config) {
        return with(definition().with(new Step.Own<>(kind, config)));
    }

    private <C, B> P own(OwnPattern<C, B> kind, UnaryOperator<B> settings) {
        return own(kind, kind.config(settings, surroundings().instance()));
    }

    @Override
    public final String name() {
        return definition().name();
    }

    @Override
    public final P retry(String name) {
        return named(Pattern.RETRY, ResilienceRegistry::retry, name);
    }

    @Override
    public final P retry(RetryConfig config) {
        return own(OwnPattern.RETRY, config);
    }

    @Override
    public final P retry(UnaryOperator<RetryConfig.Builder> settings) {
        return own(OwnPattern.RETRY, settings);
    }

    @Override
    public final P circuitBreaker(String name) {
        return named(Pattern.CIRCUIT_BREAKER, ResilienceRegistry::circuitBreaker, name);
    }

    @Override
    public final P circuitBreaker(CircuitBreakerConfig config) {
        return own(OwnPattern.CIRCUIT_BREAKER, config);
    }

    @Override
    public final P circuitBreaker(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        return own(OwnPattern.CIRCUIT_BREAKER, settings);
    }

    @Override
    public final P rateLimiter(String name) {
        return named(Pattern.RATE_LIMITER, ResilienceRegistry::rateLimiter, name);
    }

    @Override
    public final P rateLimiter(RateLimiterConfig config) {
        return own(OwnPattern.RATE_LIMITER, config);
    }

    @Override
    public final P rateLimiter(UnaryOperator<RateLimiterConfig.Builder> settings) {
        return own(OwnPattern.RATE_LIMITER, settings);
    }

    @Override
    public final P bulkhead(String name) {
        return named(Pattern.BULKHEAD, ResilienceRegistry::bulkhead, name);
    }

    @Override
    public final P bulkhead(BulkheadConfig config) {
        return own(OwnPattern.BULKHEAD, config);
    }

    @Override
    public final P bulkhead(UnaryOperator<BulkheadConfig.Builder> settings) {
        return own(OwnPattern.BULKHEAD, settings);
    }

    @Override
    public final P timeLimiter(String name) {
        return named(Pattern.TIME_LIMITER, ResilienceRegistry::timeLimiter, name);
    }

    @Override
    public final P timeLimiter(TimeLimiterConfig config) {
        return own(OwnPattern.TIME_LIMITER, config);
    }

    @Override
    public final P timeLimiter(UnaryOperator<TimeLimiterConfig.Builder> settings) {
        return own(OwnPattern.TIME_LIMITER, settings);
    }

    @Override
    public final P store(ResilienceStore store) {
        return with(surroundings().keepingStateIn(store));
    }

    @Override
    public final P events(Consumer<? super ResilienceEvent> listener) {
        return with(surroundings().heardBy(listener));
    }

    @Override
    public final P clock(Clock clock) {
        return with(surroundings().goingBy(clock));
    }

    @Override
    public final P random(Randomness random) {
        return with(surroundings().drawingFrom(random));
    }

    @Override
    public final List<Guard> guards() {
        return chain.guards();
    }
}
