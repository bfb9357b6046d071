package dev.firefly.resilience.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

/** A call that finds a token; the bucket does not run empty. */
public class LimiterCall extends PatternCall {
    private static final int BURST = 1_000_000_000;

    @Override
    Ours firefly() {
        return registry.pipeline("limited")
                .rateLimiter(RateLimiterConfig.builder()
                        .maxTokens(BURST)
                        .refillRate(BURST)
                        .build())
                .guards()
                .get(0)::call;
    }

    @Override
    Supplier<Integer> resilience4j(Supplier<Integer> body) {
        RateLimiter limiter = RateLimiter.of(
                "limiter",
                io.github.resilience4j.ratelimiter.RateLimiterConfig.custom()
                        .limitForPeriod(BURST)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .timeoutDuration(Duration.ZERO)
                        .build());
        return RateLimiter.decorateSupplier(limiter, body);
    }

    @Override
    FailsafeExecutor<Integer> failsafe() {
        return Failsafe.with(dev.failsafe.RateLimiter.<Integer>burstyBuilder(BURST, Duration.ofSeconds(1))
                .build());
    }

    @Override
    TypedGuard<Integer> smallrye() {
        return TypedGuard.create(Integer.class)
                .withRateLimit()
                .limit(BURST)
                .window(1, ChronoUnit.SECONDS)
                .done()
                .build();
    }
}
