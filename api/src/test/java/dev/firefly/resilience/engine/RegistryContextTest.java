package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.fallback.Fallback;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A registry that is told how to carry contexts over. */
class RegistryContextTest {
    private final ThreadLocal<String> user = new ThreadLocal<>();
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<CompletableFuture<String>> attempts = new LinkedBlockingQueue<>();

    @AfterEach
    void logOut() {
        user.remove();
    }

    private Executor carry(Executor target) {
        return new CarryingExecutor(user, target).capture();
    }

    private static ResilienceRegistry registry(UnaryOperator<Executor> capture) {
        return Resilience.builder().context(capture).build();
    }

    private CompletionStage<String> attempt() {
        seen.add("attempt of " + user.get() + (isOurThread() ? " on our thread" : ""));
        CompletableFuture<String> stage = new CompletableFuture<>();
        attempts.add(stage);
        return stage;
    }

    private void failNext() throws InterruptedException {
        CompletableFuture<String> attempt =
                Objects.requireNonNull(attempts.poll(10, TimeUnit.SECONDS), "no attempt was begun");
        attempt.completeExceptionally(new IOException("down"));
    }

    private static boolean isOurThread() {
        return Thread.currentThread().getName().startsWith("firefly-async");
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void attemptsListenersAndFallbacksRunInTheContextOfTheirCallerOnThreadsOfTheRegistry() throws Exception {
        try (ResilienceRegistry registry = registry(this::carry)) {
            registry.events().subscribe(RetryAttempted.class, event -> seen.add("listener of " + user.get()));
            Fallback<String> fallback =
                    registry.fallback("x", Fallback.supply(() -> "instead, for " + user.get() + isOurThread()));
            user.set("ann");

            CompletionStage<String> call =
                    fallback.callAsync(() -> registry.retry("x").<String>callAsync(this::attempt));
            user.set("bob");
            failNext();
            failNext();
            failNext();

            assertThat(await(call)).isEqualTo("instead, for anntrue");
            assertThat(seen)
                    .containsExactly(
                            "attempt of ann",
                            "listener of ann",
                            "attempt of ann on our thread",
                            "listener of ann",
                            "attempt of ann on our thread");
        }
    }

    @Test
    void theContextMayMoveTasksToOtherThreads() throws Exception {
        List<Runnable> elsewhere = new ArrayList<>();
        try (ResilienceRegistry registry = registry(own -> elsewhere::add)) {
            CompletionStage<String> call = registry.fallback("x", Fallback.supply(() -> "instead"))
                    .callAsync(() -> CompletableFuture.failedFuture(new IOException("down")));

            assertThat(elsewhere).hasSize(1);
            elsewhere.get(0).run();
            assertThat(await(call)).isEqualTo("instead");
        }
    }

    @Test
    void anExecutorThatCarriesContextsItselfIsAskedFirst() throws Exception {
        ThreadLocal<String> request = new ThreadLocal<>();
        request.set("42");
        user.set("ann");
        try (ResilienceRegistry registry = Resilience.builder()
                .executor(new CarryingExecutor(request, Runnable::run))
                .context(this::carry)
                .build()) {
            CompletableFuture<String> body = new CompletableFuture<>();
            CompletionStage<String> call = registry.fallback(
                            "x", Fallback.supply(() -> request.get() + " of " + user.get()))
                    .callAsync(() -> body);
            request.remove();
            user.remove();

            body.completeExceptionally(new IOException("down"));
            assertThat(await(call)).isEqualTo("42 of ann");
        }
    }

    @Test
    void aCaptureThatFailsLosesNoCall() throws Exception {
        try (ResilienceRegistry registry = registry(own -> {
            throw new IllegalStateException("no context here");
        })) {
            CompletionStage<String> call = registry.retry("x").callAsync(this::attempt);
            failNext();
            failNext();
            failNext();

            assertThatThrownBy(() -> await(call)).hasCauseInstanceOf(IOException.class);
            assertThat(seen).hasSize(3);
        }
    }

    @Test
    void synchronousCallsAndCallsThatSucceedAtOnceCaptureNothing() throws Exception {
        try (ResilienceRegistry registry = registry(own -> {
            seen.add("captured");
            return own;
        })) {
            registry.retry("x").call(() -> "fine");
            await(registry.retry("x").callAsync(() -> CompletableFuture.completedFuture("fine")));
            await(registry.circuitBreaker("x").callAsync(() -> CompletableFuture.completedFuture("fine")));

            assertThat(seen).isEmpty();
        }
    }
}
