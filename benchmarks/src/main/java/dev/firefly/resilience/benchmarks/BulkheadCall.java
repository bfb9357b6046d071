package dev.firefly.resilience.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;

/** A call that finds a permit. */
public class BulkheadCall extends PatternCall {
    @Override
    Ours firefly() {
        return registry.pipeline("bulkhead")
                .bulkhead(settings -> settings.maxConcurrent(Peers.PERMITS))
                .guards()
                .get(0)::call;
    }

    @Override
    Supplier<Integer> resilience4j(Supplier<Integer> body) {
        return Bulkhead.decorateSupplier(
                Bulkhead.of(
                        "bulkhead",
                        BulkheadConfig.custom()
                                .maxConcurrentCalls(Peers.PERMITS)
                                .build()),
                body);
    }

    @Override
    FailsafeExecutor<Integer> failsafe() {
        return Failsafe.with(dev.failsafe.Bulkhead.<Integer>of(Peers.PERMITS));
    }

    @Override
    TypedGuard<Integer> smallrye() {
        return TypedGuard.create(Integer.class)
                .withBulkhead()
                .limit(Peers.PERMITS)
                .done()
                .build();
    }
}
