package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.event.RetryAttempted;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class CdiEventsTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Remote {
        @CircuitBreaker(value = "remote", failureThreshold = 2)
        @Retry(maxAttempts = 2)
        void call() throws IOException {
            throw new IOException("down");
        }

        @Retry(maxAttempts = 2, waitDuration = "1ms")
        CompletionStage<String> callAsync() {
            return CompletableFuture.failedStage(new IOException("down"));
        }
    }

    @ApplicationScoped
    static class Listener {
        final List<ResilienceEvent> all = new ArrayList<>();
        final List<CircuitOpened> opened = new ArrayList<>();
        final BlockingQueue<CircuitOpened> later = new LinkedBlockingQueue<>();

        void all(@Observes ResilienceEvent event) {
            all.add(event);
        }

        void opened(@Observes CircuitOpened event) {
            opened.add(event);
        }

        void later(@ObservesAsync CircuitOpened event) {
            later.add(event);
        }
    }

    @Test
    void eventsReachObserversOfTheirTypeAndOfTheirSupertypes() throws Exception {
        try (Application app = container.start(Remote.class, Listener.class)) {
            assertThatThrownBy(app.get(Remote.class)::call).isInstanceOf(IOException.class);

            Listener listener = Real.of(app.get(Listener.class));
            assertThat(listener.opened).singleElement().satisfies(event -> {
                assertThat(event.instance()).isEqualTo("remote");
                assertThat(event.node())
                        .isEqualTo(app.get(ResilienceRegistry.class).node());
            });
            assertThat(listener.all).hasAtLeastOneElementOfType(RetryAttempted.class);
            assertThat(listener.all).hasAtLeastOneElementOfType(CircuitOpened.class);
            assertThat(listener.later.poll(10, TimeUnit.SECONDS)).isEqualTo(listener.opened.get(0));
        }
    }

    @ApplicationScoped
    static class Replaced {
        @Fallback(value = "stale", method = "instead")
        String call() throws IOException {
            throw new IOException("down");
        }

        String instead() {
            return "instead";
        }
    }

    @Test
    void theUseOfAFallbackIsAnnounced() throws Exception {
        try (Application app = container.start(Replaced.class, Listener.class)) {
            app.get(Replaced.class).call();

            assertThat(Real.of(app.get(Listener.class)).all)
                    .singleElement()
                    .isInstanceOfSatisfying(FallbackExecuted.class, event -> {
                        assertThat(event.instance()).isEqualTo("stale");
                        assertThat(event.failure()).isInstanceOf(IOException.class);
                    });
        }
    }

    @ApplicationScoped
    static class BadListener {
        void opened(@Observes CircuitOpened event) {
            throw new IllegalStateException("bad listener");
        }
    }

    @Test
    void anObserverThatThrowsChangesNothing() {
        try (Application app = container.start(Remote.class, BadListener.class)) {
            assertThatThrownBy(app.get(Remote.class)::call).isInstanceOf(IOException.class);
            assertThat(app.get(CircuitBreakers.class).isOpen("remote")).isTrue();
        }
    }

    @ApplicationScoped
    static class Slow {
        final CompletableFuture<String> stage = new CompletableFuture<>();

        @CircuitBreaker
        CompletionStage<String> call() {
            return stage;
        }
    }

    @ApplicationScoped
    static class Initializer {
        boolean initialized;

        void initialized(@Observes @Initialized(ApplicationScoped.class) Object event) {
            initialized = true;
        }
    }

    /** For a listener, the circuit breaker would have to capture the context of the caller. */
    @Test
    void anObserverWithAQualifierIsNoListener() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = container.start(Slow.class, Initializer.class)) {
            int before = server.lookUps();
            Slow slow = app.get(Slow.class);
            CompletionStage<String> result = slow.call();
            Real.of(slow).stage.complete("done");

            assertThat(result.toCompletableFuture().get(10, TimeUnit.SECONDS)).isEqualTo("done");
            assertThat(server.lookUps()).isEqualTo(before);
            assertThat(Real.of(app.get(Initializer.class)).initialized).isTrue();
        }
    }

    @ApplicationScoped
    static class GenericListener {
        final List<ResilienceEvent> heard = new ArrayList<>();

        <E extends RetryAttempted> void on(@Observes E event) {
            heard.add(event);
        }
    }

    @Test
    void anObserverOfATypeParameterHearsOfWhatItsBoundSays() {
        try (Application app = container.start(Remote.class, GenericListener.class)) {
            assertThatThrownBy(app.get(Remote.class)::call).isInstanceOf(IOException.class);

            assertThat(Real.of(app.get(GenericListener.class)).heard)
                    .isNotEmpty()
                    .allSatisfy(event -> assertThat(event).isInstanceOf(RetryAttempted.class));
        }
    }
}
