package dev.firefly.resilience.engine.fallback;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.CallContext;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.CarryingExecutor;
import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.TestEnvironment;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.fallback.Fallback;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What a registry adds to a fallback: events, a name, time, and an executor. */
class RegistryFallbackHostTest {
    private final ManualTime time = new ManualTime();
    private final Deque<Runnable> submitted = new ArrayDeque<>();
    private final List<ResilienceEvent> events = new ArrayList<>();
    private final IOException failure = new IOException("as it was");
    private final CompletableFuture<Object> body = new CompletableFuture<>();

    private Fallback<Object> bound(Executor executor, Fallback<Object> fallback) {
        Environment environment = TestEnvironment.of(time, () -> 0, executor);
        environment.events().subscribe(ResilienceEvent.class, events::add);
        return fallback.boundTo(new RegistryFallbackHost("orders", environment));
    }

    private Fallback<Object> bound(Fallback<Object> fallback) {
        return bound(submitted::add, fallback);
    }

    private Object fail() throws IOException {
        throw failure;
    }

    private FallbackExecuted executed() {
        return new FallbackExecuted(Pattern.FALLBACK, "orders", time.instant(), TestEnvironment.NODE, failure);
    }

    @Test
    void aReplacementIsAnnouncedWithTheFailureItHides() throws Exception {
        bound(Fallback.value("instead")).call(this::fail);

        assertThat(events).containsExactly(executed());
    }

    @Test
    void anAsynchronousReplacementIsAnnouncedWithTheBareFailure() {
        CompletableFuture<Object> result =
                bound(Fallback.value("instead")).callAsync(() -> body).toCompletableFuture();

        body.completeExceptionally(new CompletionException(failure));

        assertThat(result).isCompletedWithValue("instead");
        assertThat(events).containsExactly(executed());
    }

    @Test
    void whatIsNotReplacedIsNotAnnounced() throws Exception {
        IllegalStateException own = new IllegalStateException();
        Fallback<Object> skipping = bound(Fallback.value("instead")).skipOn(IOException.class);
        Fallback<Object> failing = bound(Fallback.handle((thrown, context) -> {
            throw own;
        }));

        bound(Fallback.value("instead")).call(() -> "fine");
        assertThatThrownBy(() -> skipping.call(this::fail)).isSameAs(failure);
        assertThatThrownBy(() -> failing.call(this::fail)).isSameAs(own);

        assertThat(events).isEmpty();
    }

    @Test
    void aFunctionKnowsNameTimeAndDeadline() throws Exception {
        Fallback<Object> fallback = bound(Fallback.handle((thrown, context) -> context));

        Object context;
        try (Deadline.Scope limit = Deadline.open(time, ofSeconds(10))) {
            context = fallback.call(() -> {
                time.moveBy(ofSeconds(4));
                return fail();
            });
        }

        assertThat(context)
                .isEqualTo(new CallContext(Pattern.FALLBACK, "orders", 1, ofSeconds(4), Optional.of(ofSeconds(6))));
    }

    @Test
    void aValueNeedsNeitherClockNorExecutor() throws Exception {
        bound(
                        task -> {
                            throw new RejectedExecutionException();
                        },
                        Fallback.value("instead"))
                .callAsync(() -> body);
        bound(Fallback.value("instead")).call(() -> "fine");

        body.completeExceptionally(failure);

        assertThat(events).hasSize(1);
        assertThat(time.reads()).as("only the event asks for the time").isEqualTo(1);
    }

    @Test
    void codeOfTheUserRunsOnTheExecutorUnderTheDeadlineOfTheCaller() {
        CompletableFuture<Object> result;
        try (Deadline.Scope limit = Deadline.open(time, ofSeconds(10))) {
            result = bound(Fallback.handle(
                            (thrown, context) -> Deadline.current().ifSet().equals(context.remaining())))
                    .callAsync(() -> body)
                    .toCompletableFuture();
        }

        body.completeExceptionally(failure);
        assertThat(result).isNotDone();
        submitted.remove().run();

        assertThat(result).isCompletedWithValue(true);
    }

    @Test
    void theContextOfTheCallerIsPresentInTheFallback() {
        ThreadLocal<String> context = new ThreadLocal<>();
        context.set("caller");
        CompletableFuture<Object> result = bound(
                        new CarryingExecutor(context, Runnable::run), Fallback.handle((thrown, call) -> context.get()))
                .callAsync(() -> body)
                .toCompletableFuture();
        context.remove();

        body.completeExceptionally(failure);

        assertThat(result).isCompletedWithValue("caller");
    }

    @Test
    void aCancelledCallThatIsStillQueuedReplacesNothing() {
        List<String> ran = new ArrayList<>();
        CompletableFuture<Object> result = bound(Fallback.supply(() -> ran.add("instead")))
                .callAsync(() -> body)
                .toCompletableFuture();
        body.completeExceptionally(failure);

        result.cancel(true);
        submitted.remove().run();

        assertThat(ran).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    void aRefusedReplacementEndsTheCallWithItsOwnFailure() {
        RejectedExecutionException refused = new RejectedExecutionException();
        CompletableFuture<Object> result = bound(
                        task -> {
                            throw refused;
                        },
                        Fallback.supply(() -> "instead"))
                .callAsync(() -> body)
                .toCompletableFuture();

        body.completeExceptionally(failure);

        assertThat(catchThrowable(result::join)).hasCause(failure);
        assertThat(failure.getSuppressed()).containsExactly(refused);
    }
}
