package dev.firefly.resilience.tck.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.CircuitTransition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RecordingListenerTest {
    @Test
    void itRemembersWhatItHearsInItsOrderUntilItIsCleared() {
        try (ResilienceRegistry registry = Resilience.create()) {
            RecordingListener listener = RecordingListener.on(registry.events());
            CircuitBreaker breaker = registry.circuitBreaker("a");

            breaker.forceOpen();
            breaker.permit();
            breaker.close();

            assertThat(listener.events())
                    .extracting(Object::getClass)
                    .isEqualTo(List.of(CircuitOpened.class, CallRejected.class, CircuitClosed.class));
            assertThat(listener.events(CircuitOpened.class)).hasSize(1);
            assertThat(listener.events(CircuitTransition.class)).hasSize(2);
            listener.clear();
            assertThat(listener.events()).isEmpty();
        }
    }

    @Test
    void whoeverAwaitsEventsIsToldWhenTheyAreThere() {
        try (ResilienceRegistry registry = Resilience.create()) {
            RecordingListener listener = new RecordingListener();
            registry.events().subscribe(CircuitTransition.class, listener);
            CompletableFuture<List<CircuitClosed>> closed = CompletableFuture.supplyAsync(() -> {
                try {
                    return listener.await(CircuitClosed.class, 1);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });

            registry.circuitBreaker("a").forceOpen();
            registry.circuitBreaker("a").close();

            assertThat(closed)
                    .succeedsWithin(Duration.ofSeconds(30))
                    .satisfies(events -> assertThat(events).hasSize(1));
        }
    }
}
