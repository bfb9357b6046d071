package dev.firefly.resilience.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.TestEnvironment;
import dev.firefly.resilience.retry.RetryConfig;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Attempts that end on another thread at the very moment at which the loop looks at them. */
class AsyncRetryRaceTest {
    private static final int ROUNDS = 2_000;
    private static final int ATTEMPTS = 5;

    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void everyCallEndsAndMakesEachAttemptOnce() throws Exception {
        RetryConfig config = RetryConfig.builder().maxAttempts(ATTEMPTS).build();
        RetryLoop retry = new RetryLoop("orders", () -> config, TestEnvironment.of(new ManualTime(), () -> 0, pool));

        for (int round = 0; round < ROUNDS; round++) {
            AtomicInteger attempts = new AtomicInteger();
            Integer last = retry.callAsync(() -> onAnotherThread(attempts.incrementAndGet()))
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);

            assertThat(last).isEqualTo(ATTEMPTS);
            assertThat(attempts).hasValue(ATTEMPTS);
        }
    }

    private CompletableFuture<Integer> onAnotherThread(int attempt) {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        pool.execute(() -> {
            if (attempt < ATTEMPTS) {
                stage.completeExceptionally(new IllegalStateException("attempt " + attempt));
            } else {
                stage.complete(attempt);
            }
        });
        return stage;
    }
}
