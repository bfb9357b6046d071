package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.InMemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What becomes of calls and permits when a registry closes while they are out. */
class ClosingTest {
    private static final CircuitBreakerConfig BREAKER = CircuitBreakerConfig.builder()
            .failureThreshold(1)
            .halfOpenProbeTimeout(Duration.ofHours(1))
            .build();

    private final InMemoryStore store = new InMemoryStore();

    private ResilienceRegistry registry(InMemoryStore member) {
        return Resilience.builder()
                .store(member)
                .circuitBreaker("x", BREAKER)
                .retry(
                        "x",
                        RetryConfig.builder().waitDuration(Duration.ofHours(1)).build())
                .build();
    }

    @Test
    void aCallThatWaitsForItsNextAttemptEndsWithItsFailure() {
        ResilienceRegistry registry = registry(store);
        CompletableFuture<String> call = registry.retry("x")
                .<String>callAsync(() -> CompletableFuture.failedFuture(new IOException("down")))
                .toCompletableFuture();
        assertThat(call).isNotDone();

        registry.close();

        assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void aCallWhoseBodyOutlivesTheRegistryEndsAsItsBodyDoes() {
        ResilienceRegistry registry = registry(store);
        registry.circuitBreaker("x").state();
        CompletableFuture<String> body = new CompletableFuture<>();
        CompletableFuture<String> call =
                registry.circuitBreaker("x").callAsync(() -> body).toCompletableFuture();

        registry.close();
        body.completeExceptionally(new IOException("down"));

        assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void theProbesOfAClosedRegistryAreFreeForOthers() {
        try (ResilienceRegistry other = registry(store.join())) {
            ResilienceRegistry leaving = registry(store);
            leaving.circuitBreaker("x").open(Duration.ZERO);
            assertThat(leaving.circuitBreaker("x").permit().probe()).isTrue();
            Decision refused = other.circuitBreaker("x").permit();
            assertThat(refused.allowed()).isFalse();

            leaving.close();

            Decision probe = other.circuitBreaker("x").permit();
            assertThat(probe.probe()).isTrue();
            probe.recordSuccess();
            assertThat(other.circuitBreaker("x").state().phase()).isEqualTo(Phase.CLOSED);
        }
    }
}
