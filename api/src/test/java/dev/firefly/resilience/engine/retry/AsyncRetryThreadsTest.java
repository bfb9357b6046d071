package dev.firefly.resilience.engine.retry;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.CarryingExecutor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** On which threads an asynchronous call goes on, and what it carries over to them. */
class AsyncRetryThreadsTest {
    private final AsyncScene scene = new AsyncScene();
    private final IOException failure = new IOException("as it was");

    @Test
    void noThreadWaitsForTheNextAttempt() {
        CompletableFuture<String> result = scene.start(settings -> settings.waitDuration(ofSeconds(1)));
        scene.attempts.get(0).completeExceptionally(failure);
        scene.runSubmitted();
        assertThat(scene.attempts).hasSize(1);
        assertThat(scene.time.pending()).isEqualTo(1);

        scene.time.moveBy(ofSeconds(1));
        assertThat(scene.attempts).as("the clock's thread must not be kept").hasSize(1);
        scene.runSubmitted();
        assertThat(scene.attempts).hasSize(2);
        scene.attempts.get(1).complete("fine");
        assertThat(result).isCompletedWithValue("fine");
    }

    @Test
    void theThreadThatFailsAnAttemptRunsNoCodeOfTheUser() {
        List<String> ran = new ArrayList<>();
        CompletableFuture<String> result = scene.start(settings ->
                settings.waitDuration(ofSeconds(1)).onRetry((context, outcome, wait) -> ran.add("listener")));

        scene.attempts.get(0).completeExceptionally(failure);
        assertThat(ran).isEmpty();
        scene.runSubmitted();
        assertThat(ran).containsExactly("listener");
        assertThat(result).isNotDone();
    }

    @Test
    void aRefusedContinuationEndsTheCallWithItsOwnFailure() {
        RejectedExecutionException refused = new RejectedExecutionException();
        CompletableFuture<String> result = scene.retry(
                        task -> {
                            throw refused;
                        },
                        settings -> settings)
                .callAsync(scene::attempt)
                .toCompletableFuture();

        scene.attempts.get(0).completeExceptionally(failure);

        assertThat(catchThrowable(result::join)).hasCause(failure);
        assertThat(failure.getSuppressed()).containsExactly(refused);
    }

    @Test
    void theDeadlineOfTheCallerHoldsInLaterAttempts() {
        List<Optional<?>> seen = new ArrayList<>();
        try (Deadline.Scope limit = Deadline.open(scene.time, ofSeconds(10))) {
            scene.retry(scene.submitted::add, settings -> settings.waitDuration(ofSeconds(1)))
                    .callAsync(() -> {
                        seen.add(Deadline.current().ifSet());
                        return scene.attempt();
                    });
        }

        scene.attempts.get(0).completeExceptionally(failure);
        scene.runSubmitted();
        scene.time.moveBy(ofSeconds(1));
        scene.runSubmitted();

        assertThat(seen).containsExactly(Optional.of(ofSeconds(10)), Optional.of(ofSeconds(9)));
        assertThat(Deadline.current().isSet()).isFalse();
    }

    @Test
    void theContextOfTheCallerIsPresentInEveryAttemptAndListener() {
        ThreadLocal<String> context = new ThreadLocal<>();
        List<String> seen = new ArrayList<>();
        RetryLoop retry = scene.retry(
                new CarryingExecutor(context, scene.submitted::add),
                settings -> settings.waitDuration(ofSeconds(1))
                        .retryOnResult(result -> seen.add("judge " + context.get()))
                        .onRetry((call, outcome, wait) -> seen.add("listener " + context.get())));
        context.set("caller");
        retry.callAsync(() -> {
            seen.add("attempt " + context.get());
            return scene.attempt();
        });
        context.remove();

        scene.attempts.get(0).complete("busy");
        scene.runSubmitted();
        scene.time.moveBy(ofSeconds(1));
        scene.runSubmitted();

        assertThat(seen).containsExactly("attempt caller", "judge caller", "listener caller", "attempt caller");
    }
}
