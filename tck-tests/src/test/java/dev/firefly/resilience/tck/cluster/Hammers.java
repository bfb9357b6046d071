package dev.firefly.resilience.tck.cluster;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Call the guarded service as fast as a pattern lets them, telling it with each request how it was admitted. */
final class Hammers {
    private Hammers() {}

    /** One that goes on until it is stopped. */
    static Runnable of(
            String pattern, String name, ResilienceRegistry registry, Service service, AtomicBoolean stopped) {
        Runnable once = switch (pattern) {
            case "circuit" -> {
                CircuitBreaker breaker = registry.circuitBreaker(name);
                yield () -> probe(breaker, service);
            }
            case "limiter" -> {
                RateLimiter limiter = registry.rateLimiter(name);
                yield () -> limited(limiter, service);
            }
            case "bulkhead" -> {
                Bulkhead bulkhead = registry.bulkhead(name);
                yield () -> permitted(bulkhead, service);
            }
            default -> throw new IllegalArgumentException(pattern);
        };
        return () -> {
            while (!stopped.get()) {
                attempt(once);
            }
        };
    }

    private static void attempt(Runnable once) {
        try {
            once.run();
        } catch (StoreUnavailableException e) {
            // a decision that was not made in time is no admission; on to the next
            Thread.onSpinWait();
        }
    }

    private static void probe(CircuitBreaker breaker, Service service) {
        Decision decision = breaker.permit();
        if (!decision.allowed()) {
            Thread.onSpinWait();
        } else if (service.call("probe=" + decision.probe() + "&epoch=" + decision.epoch())) {
            decision.recordSuccess();
        } else {
            decision.recordFailure();
        }
    }

    /** Comes back when it was told to. */
    private static void limited(RateLimiter limiter, Service service) {
        try {
            limiter.call(() -> service.call("limited=" + limiter.name()));
        } catch (RateLimitExceededException rejection) {
            LockSupport.parkNanos(rejection.retryAfter().map(Duration::toNanos).orElse(0L));
        }
    }

    private static void permitted(Bulkhead bulkhead, Service service) {
        try {
            bulkhead.call(() -> service.call("permitted=true"));
        } catch (BulkheadFullException rejection) {
            Thread.onSpinWait();
        }
    }
}
