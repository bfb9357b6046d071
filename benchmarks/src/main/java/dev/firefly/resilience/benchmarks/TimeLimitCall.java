package dev.firefly.resilience.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

/** A quick call under a time limit of 30 seconds. */
public class TimeLimitCall extends PatternCall {
    @Override
    Ours firefly() {
        return registry.timeLimiter("limit")::call;
    }

    @Override
    Supplier<Integer> resilience4j(Supplier<Integer> body) {
        return Peers.limited(body);
    }

    @Override
    FailsafeExecutor<Integer> failsafe() {
        return Failsafe.with(Peers.timeout());
    }

    @Override
    TypedGuard<Integer> smallrye() {
        return TypedGuard.create(Integer.class)
                .withTimeout()
                .duration(Peers.LIMIT.toSeconds(), ChronoUnit.SECONDS)
                .done()
                .build();
    }
}
