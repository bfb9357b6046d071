package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.event.CircuitOpened;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beans of the request scope in what an asynchronous call runs later. */
@Timeout(60)
class RequestScopeTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void laterAttemptsFallbacksAndObserversHaveARequestOfTheirOwnThatEndsWithThem(boolean managed) throws Exception {
        try (ManagedServer server = managed ? ManagedServer.start() : ManagedServer.startWithoutNames();
                Application app = Application.start(Journal.BEANS)) {
            Journal.failAndFallBack(app.get(Journal.class), "ann");

            Journal journal = Real.of(app.get(Journal.class));
            assertThat(journal.entries())
                    .extracting(entry -> entry.what() + ' ' + entry.request())
                    .containsExactly(
                            "attempt 0",
                            "observer of the retry 1",
                            "attempt 2",
                            "fallback 3",
                            "observer of the fallback 3");
            assertThat(journal.entries().subList(1, 5))
                    .extracting(Journal.Entry::thread)
                    .allMatch(thread -> managed == ManagedServer.isThread(thread));
            assertThat(journal.ended().tryAcquire(3, 10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void theRequestOfTheCallerIsThatOfTheFirstAttempt() throws Exception {
        try (Application app = Application.start(Journal.BEANS)) {
            RequestContextController request = app.get(RequestContextController.class);
            request.activate();
            try {
                app.get(Journal.Request.class).number();
                Journal.failAndFallBack(app.get(Journal.class), "ann");
            } finally {
                request.deactivate();
            }

            assertThat(Real.of(app.get(Journal.class)).entries())
                    .extracting(Journal.Entry::request)
                    .startsWith(1, 2);
        }
    }

    @Test
    void aSynchronousCallStaysInTheRequestOfTheCaller() throws Exception {
        try (Application app = Application.start(Journal.BEANS)) {
            RequestContextController request = app.get(RequestContextController.class);
            request.activate();
            try {
                app.get(Journal.class).findAtOnce();
            } finally {
                request.deactivate();
            }

            Journal journal = Real.of(app.get(Journal.class));
            assertThat(journal.entries()).extracting(Journal.Entry::request).containsOnly(1);
            assertThat(journal.ended().availablePermits()).isEqualTo(1);
        }
    }

    @ApplicationScoped
    static class Witness {
        @Inject
        Journal.Request request;

        private final BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();

        void opened(@Observes CircuitOpened event) {
            seen.add(request.number());
        }
    }

    @Test
    void anObserverOfWhatHappensOnAForeignThreadHasARequestToo() throws Exception {
        try (Application app = Application.start(Journal.class, Journal.Request.class, Witness.class)) {
            CompletableFuture<String> body = new CompletableFuture<>();
            for (int i = 0; i < 5; i++) {
                app.get(ResilienceRegistry.class).circuitBreaker("x").callAsync(() -> body);
            }
            Journal.elsewhere(() -> body.completeExceptionally(new IOException("down")));

            assertThat(Real.of(app.get(Witness.class)).seen.poll(10, TimeUnit.SECONDS))
                    .isEqualTo(1);
        }
    }
}
