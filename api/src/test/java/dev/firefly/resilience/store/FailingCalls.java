package dev.firefly.resilience.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Failures;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The calls that need the store, in both forms. */
enum FailingCalls {
    CIRCUIT {
        @Override
        String run(ResilienceRegistry registry) {
            return registry.circuitBreaker("x").call(() -> "passed");
        }
    },
    CIRCUIT_ASYNC {
        @Override
        String run(ResilienceRegistry registry) {
            return join(registry.circuitBreaker("x").callAsync(() -> CompletableFuture.completedStage("passed")));
        }
    },
    LIMITER {
        @Override
        String run(ResilienceRegistry registry) {
            return registry.rateLimiter("x").call(() -> "passed");
        }
    },
    LIMITER_ASYNC {
        @Override
        String run(ResilienceRegistry registry) {
            return join(registry.rateLimiter("x").callAsync(() -> CompletableFuture.completedStage("passed")));
        }
    },
    BULKHEAD {
        @Override
        String run(ResilienceRegistry registry) {
            return registry.bulkhead("x").acquire() != null ? "passed" : "";
        }
    },
    BULKHEAD_ASYNC {
        @Override
        String run(ResilienceRegistry registry) {
            return join(registry.bulkhead("x").callAsync(() -> CompletableFuture.completedStage("passed")));
        }
    };

    abstract String run(ResilienceRegistry registry);

    private static String join(CompletionStage<String> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw Failures.<RuntimeException>rethrow(Classifier.unwrap(e));
        }
    }

    /** Calls whose body fails. */
    static final class Failure {
        private Failure() {}

        static void failing(CircuitBreaker breaker, int times) {
            for (int i = 0; i < times; i++) {
                assertThatThrownBy(() -> breaker.call(() -> {
                            throw new IOException("on purpose");
                        }))
                        .isInstanceOf(IOException.class);
            }
        }
    }
}
