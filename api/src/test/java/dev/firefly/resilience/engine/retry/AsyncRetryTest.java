package dev.firefly.resilience.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.internal.Refusing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What only a call with a stage can meet: threads of others, and no thread at all. */
class AsyncRetryTest {
    private final AsyncScene scene = new AsyncScene();
    private final IOException failure = new IOException("as it was");

    @Test
    void aFirstAttemptThatHasSucceededIsHandedOnAsItIs() {
        CompletableFuture<String> done = CompletableFuture.completedFuture("fine");

        assertThat(scene.retry(scene.submitted::add, settings -> settings).callAsync(() -> done))
                .isSameAs(done);
    }

    @Test
    void aMinimalStageIsAStageToo() {
        assertThat(scene.retry(scene.submitted::add, settings -> settings)
                        .callAsync(() -> CompletableFuture.completedStage("fine"))
                        .toCompletableFuture())
                .isCompletedWithValue("fine");
    }

    @Test
    void nothingIsThrownSynchronously() {
        RetryLoop retry = scene.retry(scene.submitted::add, settings -> settings);
        AssertionError error = new AssertionError();

        CompletionStage<String> stage = retry.callAsync(() -> {
            throw error;
        });

        assertThat(catchThrowable(stage.toCompletableFuture()::join)).hasCause(error);
    }

    @Test
    void aStageThatTakesNoCallbackIsAnAttemptThatFailed() {
        UnsupportedOperationException refusal = new UnsupportedOperationException();
        List<String> calls = new ArrayList<>();
        CompletionStage<String> stage = scene.retry(scene.submitted::add, settings -> settings)
                .callAsync(() -> {
                    calls.add("call");
                    return calls.size() < 3 ? new Refusing<>(refusal) : CompletableFuture.completedFuture("fine");
                });

        assertThat(stage.toCompletableFuture()).isCompletedWithValue("fine");
        assertThat(calls).hasSize(3);
    }

    @Test
    void aBodyThatGivesNoStageHasFailed() {
        List<String> calls = new ArrayList<>();
        CompletionStage<String> stage = scene.retry(scene.submitted::add, settings -> settings)
                .callAsync(() -> {
                    calls.add("call");
                    return null;
                });

        assertThat(catchThrowable(stage.toCompletableFuture()::join)).hasCauseInstanceOf(NullPointerException.class);
        assertThat(calls).hasSize(3);
    }

    @Test
    void aSecondAttemptThatThrowsBeforeThereIsAStageIsRetried() {
        CompletableFuture<String> result = scene.retry(scene.submitted::add, settings -> settings)
                .callAsync(() -> {
                    if (scene.attempts.size() == 1) {
                        scene.attempts.add(new CompletableFuture<>());
                        throw failure;
                    }
                    return scene.attempt();
                })
                .toCompletableFuture();

        scene.attempts.get(0).completeExceptionally(failure);
        scene.runSubmitted();
        scene.attempts.get(2).complete("fine");

        assertThat(result).isCompletedWithValue("fine");
    }

    @Test
    void theFailureReachesTheCallerAsTheStageGaveIt() {
        CompletionException wrapped = new CompletionException(failure);
        List<Throwable> seen = new ArrayList<>();
        CompletableFuture<String> result = scene.start(settings -> settings.maxAttempts(1));
        result.exceptionally(thrown -> {
            seen.add(thrown);
            return "";
        });

        scene.attempts.get(0).completeExceptionally(wrapped);
        scene.runSubmitted();

        assertThat(seen).singleElement().isSameAs(wrapped);
    }

    @Test
    void aHundredThousandAttemptsThatEndAtOnceNeedNoDeepStack() {
        int[] count = {0};
        CompletableFuture<String> result = scene.retry(scene.submitted::add, settings -> settings.maxAttempts(100_000))
                .callAsync(() -> {
                    count[0]++;
                    return CompletableFuture.<String>failedFuture(failure);
                })
                .toCompletableFuture();

        assertThat(catchThrowable(result::join)).hasCause(failure);
        assertThat(count[0]).isEqualTo(100_000);
    }

    @Test
    void anExecutorThatRunsEverythingAtOnceNeedsNoDeepStackEither() {
        CompletableFuture<String> first = new CompletableFuture<>();
        int[] count = {0};
        CompletableFuture<String> result = scene.retry(Runnable::run, settings -> settings.maxAttempts(100_000))
                .callAsync(() -> count[0]++ == 0 ? first : CompletableFuture.<String>failedFuture(failure))
                .toCompletableFuture();

        first.completeExceptionally(failure);

        assertThat(catchThrowable(result::join)).hasCause(failure);
        assertThat(count[0]).isEqualTo(100_000);
    }

    @Test
    void theResultKeepsNothingOfACallThatHasEnded() {
        CompletableFuture<String> result = scene.start(settings -> settings);
        scene.attempts.get(0).completeExceptionally(failure);
        scene.runSubmitted();
        scene.attempts.get(1).complete("fine");

        assertThat(result).isCompletedWithValue("fine").isExactlyInstanceOf(CompletableFuture.class);
        assertThat(result.getNumberOfDependents()).isZero();
        assertThat(scene.attempts)
                .allSatisfy(
                        attempt -> assertThat(attempt.getNumberOfDependents()).isZero());
    }
}
