package dev.firefly.resilience.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import io.github.resilience4j.retry.Retry;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;

/** A call under a retry, which succeeds at once. */
public class RetryCall extends PatternCall {
    @Override
    Ours firefly() {
        return registry.retry("retry")::call;
    }

    @Override
    Supplier<Integer> resilience4j(Supplier<Integer> body) {
        return Retry.decorateSupplier(Retry.ofDefaults("retry"), body);
    }

    @Override
    FailsafeExecutor<Integer> failsafe() {
        return Failsafe.with(RetryPolicy.<Integer>ofDefaults());
    }

    @Override
    TypedGuard<Integer> smallrye() {
        return TypedGuard.create(Integer.class).withRetry().done().build();
    }
}
