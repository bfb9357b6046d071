package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.ResilienceEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Observers of what happens to an asynchronous call on a thread that knows nothing of its caller. */
@Timeout(60)
class ObserverContextTest {
    private static final Class<?>[] BEANS = {Prices.class, Witness.class, Journal.class, Journal.Request.class};

    @ApplicationScoped
    static class Prices {
        private final BlockingQueue<CompletableFuture<String>> stages = new LinkedBlockingQueue<>();

        @CircuitBreaker(failureThreshold = 1)
        @Fallback(method = "cached")
        CompletionStage<String> price() {
            return stage();
        }

        CompletionStage<String> cached() {
            return stage();
        }

        private CompletionStage<String> stage() {
            CompletableFuture<String> stage = new CompletableFuture<>();
            stages.add(stage);
            return stage;
        }

        CompletableFuture<String> next() throws InterruptedException {
            return Objects.requireNonNull(stages.poll(10, TimeUnit.SECONDS), "nothing was begun");
        }
    }

    @ApplicationScoped
    static class Witness {
        @Inject
        Journal.Request request;

        private final BlockingQueue<Journal.Entry> seen = new LinkedBlockingQueue<>();

        void opened(@Observes CircuitOpened event) {
            note(event);
        }

        void replaced(@Observes FallbackExecuted event) {
            note(event);
        }

        private void note(ResilienceEvent event) {
            Thread thread = Thread.currentThread();
            seen.add(new Journal.Entry(
                    event.getClass().getSimpleName(),
                    Caller.current(),
                    thread,
                    thread.getContextClassLoader(),
                    request.number()));
        }

        Journal.Entry next() throws InterruptedException {
            return Objects.requireNonNull(seen.poll(10, TimeUnit.SECONDS), "nothing was seen");
        }
    }

    @Test
    void theyRunOnThreadsOfTheServerInTheContextOfTheCaller() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = Application.start(BEANS)) {
            for (Journal.Entry seen : failForAnn(app)) {
                assertThat(seen.caller()).as(seen.what()).isEqualTo("ann");
                assertThat(seen.thread()).as(seen.what()).matches(ManagedServer::isThread);
                assertThat(seen.loader())
                        .as(seen.what())
                        .isSameAs(Thread.currentThread().getContextClassLoader());
                assertThat(seen.request()).as(seen.what()).isPositive();
            }
            assertThat(server.isOpen()).isTrue();
        }
    }

    @Test
    void withoutAServerTheyRunOnThreadsOfTheLibraryWithTheClassLoaderOfTheCaller() throws Exception {
        try (Application app = Application.start(BEANS)) {
            for (Journal.Entry seen : failForAnn(app)) {
                assertThat(seen.thread().getName()).as(seen.what()).startsWith("firefly-async");
                assertThat(seen.loader())
                        .as(seen.what())
                        .isSameAs(Thread.currentThread().getContextClassLoader());
                assertThat(seen.request()).as(seen.what()).isPositive();
            }
        }
    }

    /** What is seen when a call fails, which opens its circuit, and its replacement comes late. */
    private static Journal.Entry[] failForAnn(Application app) throws Exception {
        Prices proxy = app.get(Prices.class);
        Prices prices = Real.of(proxy);
        Witness witness = Real.of(app.get(Witness.class));
        Caller.become("ann");
        CompletionStage<String> call = proxy.price();
        Caller.become(null);

        CompletableFuture<String> attempt = prices.next();
        Journal.elsewhere(() -> attempt.completeExceptionally(new IOException("down")));
        Journal.Entry opened = witness.next();
        CompletableFuture<String> replacement = prices.next();
        Journal.elsewhere(() -> replacement.complete("cached"));
        assertThat(Journal.await(call)).isEqualTo("cached");
        Journal.Entry replaced = witness.next();

        assertThat(opened.what()).isEqualTo("CircuitOpened");
        assertThat(replaced.what()).isEqualTo("FallbackExecuted");
        return new Journal.Entry[] {opened, replaced};
    }
}
