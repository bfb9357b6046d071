package dev.firefly.resilience.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.LateResultIgnored;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.tck.kit.FaultInjectingStore;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.ManualClock;
import dev.firefly.resilience.tck.kit.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to an asynchronous call on somebody else's thread is told in the context of its caller. */
class ListenerContextTest {
    private final ThreadLocal<String> user = new ThreadLocal<>();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final ManualClock clock = new ManualClock();

    @AfterEach
    void logOut() {
        user.remove();
    }

    private Executor carry(Executor target) {
        return new CarryingExecutor(user, target).capture();
    }

    private Resilience.Builder builder(UnaryOperator<Executor> context) {
        return Resilience.builder()
                .clock(clock)
                .context(context)
                .circuitBreaker(
                        "x",
                        CircuitBreakerConfig.builder()
                                .failureThreshold(1)
                                .waitDurationInOpen(ofSeconds(30))
                                .build())
                .rateLimiter(
                        "x",
                        RateLimiterConfig.builder()
                                .maxTokens(1)
                                .refillRate(0.001)
                                .build());
    }

    private ResilienceRegistry registry(boolean shared) {
        Resilience.Builder builder = builder(this::carry);
        return (shared ? builder.store(new InMemoryStore(clock)) : builder).build();
    }

    private void listen(ResilienceRegistry registry, Class<? extends ResilienceEvent> type) {
        registry.events().subscribe(type, event -> told.add(event.getClass().getSimpleName() + " to " + user.get()));
    }

    private String next() throws InterruptedException {
        return Objects.requireNonNull(told.poll(10, TimeUnit.SECONDS), "nothing was told");
    }

    /** Begins a call for somebody, whose thread works for nobody afterwards. */
    private CompletionStage<String> callFor(String name, CircuitBreaker breaker, CompletionStage<String> body) {
        user.set(name);
        CompletionStage<String> call = breaker.callAsync(() -> body);
        user.remove();
        return call;
    }

    private static void await(CompletionStage<?> stage) {
        stage.exceptionally(failure -> null)
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void transitionsAreToldInTheContextOfTheCallThatMadeThem(boolean shared) throws Exception {
        try (ResilienceRegistry registry = registry(shared)) {
            List.of(CircuitOpened.class, CircuitHalfOpened.class, CircuitClosed.class)
                    .forEach(type -> listen(registry, type));
            CircuitBreaker breaker = registry.circuitBreaker("x");

            CompletableFuture<String> failing = new CompletableFuture<>();
            CompletionStage<String> call = callFor("ann", breaker, failing);
            failing.completeExceptionally(new IOException("down"));
            await(call);
            assertThat(next()).isEqualTo("CircuitOpened to ann");

            clock.advance(ofSeconds(31));
            await(callFor("bob", breaker, CompletableFuture.completedFuture("fine")));
            assertThat(next()).isEqualTo("CircuitHalfOpened to bob");
            assertThat(next()).isEqualTo("CircuitClosed to bob");
        }
    }

    @Test
    void anOutcomeThatComesTooLateIsToldInTheContextOfItsCall() throws Exception {
        try (ResilienceRegistry registry = registry(false)) {
            listen(registry, LateResultIgnored.class);
            CircuitBreaker breaker = registry.circuitBreaker("x");

            CompletableFuture<String> late = new CompletableFuture<>();
            callFor("ann", breaker, late);
            await(callFor("bob", breaker, CompletableFuture.failedFuture(new IOException("down"))));
            late.completeExceptionally(new IOException("down"));

            assertThat(next()).isEqualTo("LateResultIgnored to ann");
        }
    }

    @Test
    void aReplacementThatComesLateIsToldInTheContextOfItsCall() throws Exception {
        try (ResilienceRegistry registry = registry(false)) {
            listen(registry, FallbackExecuted.class);
            BlockingQueue<CompletableFuture<String>> made = new LinkedBlockingQueue<>();
            Fallback<String> fallback = registry.fallback("x", Fallback.handleAsync((failure, context) -> {
                CompletableFuture<String> stage = new CompletableFuture<>();
                made.add(stage);
                return stage;
            }));
            user.set("ann");
            CompletionStage<String> call =
                    fallback.callAsync(() -> CompletableFuture.failedFuture(new IOException("down")));
            user.remove();

            Objects.requireNonNull(made.poll(10, TimeUnit.SECONDS)).complete("instead");

            assertThat(call.toCompletableFuture().get(10, TimeUnit.SECONDS)).isEqualTo("instead");
            assertThat(next()).isEqualTo("FallbackExecuted to ann");
        }
    }

    @Test
    void aFixedReplacementIsToldInTheContextOfItsCall() throws Exception {
        try (ResilienceRegistry registry = registry(false)) {
            listen(registry, FallbackExecuted.class);
            CompletableFuture<String> body = new CompletableFuture<>();
            user.set("ann");
            registry.fallback("x", Fallback.value("instead")).callAsync(() -> body);
            user.remove();

            body.completeExceptionally(new IOException("down"));

            assertThat(next()).isEqualTo("FallbackExecuted to ann");
        }
    }

    @Test
    void aRejectionThatTheStoreDecidesIsToldInTheContextOfItsCall() throws Exception {
        FaultInjectingStore store = FaultInjectingStore.inMemory(clock);
        try (ResilienceRegistry other = builder(this::carry).store(store).build();
                ResilienceRegistry registry = builder(this::carry).store(store).build()) {
            listen(registry, CallRejected.class);
            other.rateLimiter("x").acquire(1);
            CompletionStage<String> call;
            try (Gate gate = store.hold(Operation.LOCK)) {
                user.set("ann");
                call = registry.rateLimiter("x").callAsync(() -> CompletableFuture.completedFuture("fine"));
                user.remove();
                gate.awaitSomebody();
            }

            assertThatThrownBy(() -> call.toCompletableFuture().get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(RateLimitExceededException.class);
            assertThat(next()).isEqualTo("CallRejected to ann");
        }
    }

    @Test
    void listenersThatTheExecutorDoesNotTakeAreToldAllTheSame() throws Exception {
        try (ResilienceRegistry registry = builder(own -> task -> {
                    throw new RejectedExecutionException("full");
                })
                .build()) {
            listen(registry, CircuitOpened.class);

            await(callFor(
                    "ann", registry.circuitBreaker("x"), CompletableFuture.failedFuture(new IOException("down"))));

            assertThat(next()).startsWith("CircuitOpened");
        }
    }

    @Test
    void noContextIsCapturedForEventsThatNobodyListensFor() throws Exception {
        List<Executor> captured = new ArrayList<>();
        try (ResilienceRegistry registry = builder(own -> {
                    captured.add(own);
                    return own;
                })
                .build()) {
            listen(registry, FallbackExecuted.class);
            CircuitBreaker breaker = registry.circuitBreaker("x");
            callFor("ann", breaker, new CompletableFuture<>());
            await(callFor("ann", breaker, CompletableFuture.failedFuture(new IOException("down"))));
            assertThat(captured).isEmpty();

            breaker.close();
            listen(registry, CircuitOpened.class);
            await(callFor("ann", breaker, CompletableFuture.completedFuture("fine")));
            assertThat(captured).as("a success that changes nothing").isEmpty();
            callFor("ann", breaker, new CompletableFuture<>());
            assertThat(captured).hasSize(1);
        }
    }

    @Test
    void aListenerThatTakesItsTimeHoldsUpNoCall() throws Exception {
        List<Runnable> tasks = new ArrayList<>();
        try (ResilienceRegistry registry = builder(own -> tasks::add).build()) {
            listen(registry, CircuitOpened.class);
            CompletableFuture<String> body = new CompletableFuture<>();
            CompletionStage<String> call = registry.circuitBreaker("x").callAsync(() -> body);
            body.completeExceptionally(new IOException("down"));

            assertThat(call.toCompletableFuture()).isCompletedExceptionally();
            assertThat(told).isEmpty();
            tasks.forEach(Runnable::run);
            assertThat(told).hasSize(1);
        }
    }
}
