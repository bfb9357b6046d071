package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.glassfish.enterprise.concurrent.AsynchronousInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Guards beside {@code @Asynchronous} of Jakarta Concurrency, as GlassFish has it. */
@Timeout(60)
class AsynchronousOrderTest {
    @ApplicationScoped
    static class Reports {
        final List<Thread> threads = new CopyOnWriteArrayList<>();
        final List<String> callers = new CopyOnWriteArrayList<>();

        @Asynchronous
        @Retry(maxAttempts = 3)
        CompletableFuture<String> atOnce() throws IOException {
            return attempt();
        }

        @Asynchronous
        @Retry(maxAttempts = 3, waitDuration = "1ms")
        CompletableFuture<String> patiently() throws IOException {
            return attempt();
        }

        private CompletableFuture<String> attempt() throws IOException {
            threads.add(Thread.currentThread());
            callers.add(Caller.current());
            if (threads.size() < 3) {
                throw new IOException("down");
            }
            return Asynchronous.Result.complete("fine");
        }

        @Asynchronous
        @CircuitBreaker(value = "reports", failureThreshold = 1)
        CompletionStage<String> guarded() {
            threads.add(Thread.currentThread());
            return CompletableFuture.failedFuture(new IOException("down"));
        }

        @Asynchronous
        @Retry(maxAttempts = 3)
        void inVain() {
            threads.add(Thread.currentThread());
            throw new IllegalStateException("down");
        }
    }

    private static Application start() {
        return Application.start(Reports.class, AsynchronousInterceptor.class);
    }

    private static Application startWithGuardsOutside() {
        return Application.of(Reports.class, AsynchronousInterceptor.class)
                .set("interceptor.priority", "4")
                .start();
    }

    @Test
    void attemptsWithoutAWaitFollowEachOtherWithinOneAsynchronousRun() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = start()) {
            Reports reports = app.get(Reports.class);

            assertThat(Journal.await(reports.atOnce())).isEqualTo("fine");
            assertThat(Real.of(reports).threads)
                    .hasSize(3)
                    .allMatch(ManagedServer::isThread)
                    .containsOnly(Real.of(reports).threads.get(0));
        }
    }

    @Test
    void aRetryThatWaitsInsideOfItIsCutOffByServersThatWantACompleteStage() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = Application.of(Reports.class, AsynchronousInterceptor.class)
                        .set("retry.\"" + Reports.class.getName() + "#patiently()\".wait-duration", "1h")
                        .start()) {
            CompletableFuture<String> call = app.get(Reports.class).patiently();

            assertThatThrownBy(() -> Journal.await(call)).isInstanceOf(CancellationException.class);
            assertThat(Real.of(app.get(Reports.class)).threads).hasSize(1);
        }
    }

    @Test
    void withGuardsOutsideEachAttemptIsAnAsynchronousRunOfItsOwn() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = startWithGuardsOutside()) {
            Reports reports = app.get(Reports.class);

            assertThat(Journal.await(reports.patiently())).isEqualTo("fine");
            assertThat(Real.of(reports).threads).hasSize(3).allMatch(ManagedServer::isThread);
            assertThat(Real.of(reports).callers).containsOnly("ann");
        }
    }

    @Test
    void theCircuitCountsTheOutcomeOfTheRunAndRejectsAsAStageInsideOrOutside() throws Exception {
        for (String priority : List.of("150", "4")) {
            try (ManagedServer server = ManagedServer.start();
                    Application app = Application.of(Reports.class, AsynchronousInterceptor.class)
                            .set("interceptor.priority", priority)
                            .start()) {
                Reports reports = app.get(Reports.class);

                assertThatThrownBy(() -> Journal.await(reports.guarded())).hasRootCauseInstanceOf(IOException.class);
                assertThat(app.get(ResilienceRegistry.class)
                                .circuitBreaker("reports")
                                .state()
                                .isOpen())
                        .isTrue();
                assertThatThrownBy(() -> Journal.await(reports.guarded()))
                        .as("priority " + priority)
                        .hasRootCauseInstanceOf(CircuitBreakerOpenException.class);
                assertThat(Real.of(reports).threads).hasSize(1);
            }
        }
    }

    @Test
    void aMethodWithoutAResultIsGuardedInsideOfItAndOutsideOnlyItsSubmissionIs() throws Exception {
        List<Thread> inside;
        List<Thread> outside;
        try (ManagedServer server = ManagedServer.start()) {
            try (Application app = start()) {
                inside = callInVain(app);
                server.drain();
            }
            try (Application app = startWithGuardsOutside()) {
                outside = callInVain(app);
                server.drain();
            }
        }
        assertThat(inside).hasSize(3);
        assertThat(outside).hasSize(1);
    }

    private static List<Thread> callInVain(Application app) {
        app.get(Reports.class).inVain();
        return Real.of(app.get(Reports.class)).threads;
    }
}
