package dev.firefly.resilience.benchmarks;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Fallback;
import dev.failsafe.RetryPolicy;
import dev.firefly.resilience.FallbackPipeline;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.decorators.Decorators;
import io.github.resilience4j.retry.Retry;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;

/** A successful call under fallback, retry, breaker, bulkhead and time limit. */
public class FiveCall extends PatternCall {
    private static final Integer REPLACEMENT = 0;

    @Override
    Ours firefly() {
        FallbackPipeline<Integer> pipeline = registry.pipeline("five")
                .retry()
                .circuitBreaker()
                .bulkhead(settings -> settings.maxConcurrent(Peers.PERMITS))
                .timeLimiter()
                .fallback(dev.firefly.resilience.fallback.Fallback.value(REPLACEMENT));
        return pipeline::call;
    }

    @Override
    Supplier<Integer> resilience4j(Supplier<Integer> body) {
        return Decorators.ofSupplier(Peers.limited(body))
                .withBulkhead(Bulkhead.of(
                        "five",
                        BulkheadConfig.custom()
                                .maxConcurrentCalls(Peers.PERMITS)
                                .build()))
                .withCircuitBreaker(io.github.resilience4j.circuitbreaker.CircuitBreaker.ofDefaults("five"))
                .withRetry(Retry.ofDefaults("five"))
                .withFallback(List.of(Exception.class), failure -> REPLACEMENT)
                .decorate();
    }

    @Override
    FailsafeExecutor<Integer> failsafe() {
        return Failsafe.with(
                Fallback.of(REPLACEMENT),
                RetryPolicy.ofDefaults(),
                CircuitBreaker.ofDefaults(),
                dev.failsafe.Bulkhead.of(Peers.PERMITS),
                Peers.timeout());
    }

    @Override
    TypedGuard<Integer> smallrye() {
        return TypedGuard.create(Integer.class)
                .withFallback()
                .handler(() -> REPLACEMENT)
                .done()
                .withRetry()
                .done()
                .withCircuitBreaker()
                .done()
                .withBulkhead()
                .limit(Peers.PERMITS)
                .done()
                .withTimeout()
                .duration(Peers.LIMIT.toSeconds(), ChronoUnit.SECONDS)
                .done()
                .build();
    }
}
