package dev.firefly.resilience.fallback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.internal.Refusing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only a call with a stage can meet. */
class AsyncFallbackTest {
    private final IOException failure = new IOException("as it was");
    private final CompletableFuture<String> body = new CompletableFuture<>();
    private final CompletableFuture<String> replacement = new CompletableFuture<>();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private CompletableFuture<String> call(Fallback<String> fallback) {
        return fallback.callAsync(() -> body).toCompletableFuture();
    }

    @Test
    void aStageTakesThePlaceOfAFailure() {
        CompletableFuture<String> result = call(Fallback.handleAsync((thrown, context) -> replacement));

        body.completeExceptionally(failure);
        assertThat(result).isNotDone();
        replacement.complete("instead");

        assertThat(result).isCompletedWithValue("instead");
    }

    @Test
    void aStageThatFailsTooIsTheOutcomeAsItIs() {
        List<Throwable> seen = new ArrayList<>();
        IllegalStateException own = new IllegalStateException();
        CompletionException wrapped = new CompletionException(own);
        CompletableFuture<String> result = call(Fallback.handleAsync((thrown, context) -> replacement));
        result.exceptionally(thrown -> {
            seen.add(thrown);
            return "";
        });

        body.completeExceptionally(failure);
        replacement.completeExceptionally(wrapped);

        assertThat(seen).singleElement().isSameAs(wrapped);
        assertThat(own).hasSuppressedException(failure);
    }

    @Test
    void aFallbackThatGivesNoStageHasFailed() {
        CompletableFuture<String> result = call(Fallback.handleAsync((thrown, context) -> null));

        body.completeExceptionally(failure);

        assertThat(catchThrowable(result::join)).hasCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void nothingIsThrownSynchronously() {
        AssertionError error = new AssertionError();
        CompletionStage<String> thrown = Fallback.value("instead").callAsync(() -> {
            throw error;
        });
        CompletionStage<String> none = Fallback.value("instead").callAsync(() -> null);

        assertThat(catchThrowable(thrown.toCompletableFuture()::join)).hasCause(error);
        assertThat(none.toCompletableFuture()).isCompletedWithValue("instead");
    }

    @Test
    void anInterruptionOfTheCallerIsNotForgotten() {
        CompletionStage<String> stage = Fallback.value("instead").callAsync(() -> {
            throw new InterruptedException();
        });

        assertThat(stage.toCompletableFuture()).isCompletedWithValue("instead");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void aFailureItIsNotMeantForIsHandedOnAsTheStageGaveIt() {
        List<Throwable> seen = new ArrayList<>();
        CompletionException wrapped = new CompletionException(failure);
        call(Fallback.value("instead").skipOn(IOException.class)).exceptionally(thrown -> {
            seen.add(thrown);
            return "";
        });

        body.completeExceptionally(wrapped);

        assertThat(seen).singleElement().isSameAs(wrapped);
    }

    @Test
    void cancellingTheCallCancelsTheBodyAndReplacesNothing() {
        List<String> ran = new ArrayList<>();
        CompletableFuture<String> result = call(Fallback.handle((thrown, context) -> {
            ran.add("instead");
            return "instead";
        }));

        result.cancel(true);

        assertThat(body).isCancelled();
        assertThat(ran).isEmpty();
    }

    @Test
    void cancellingTheCallCancelsTheReplacement() {
        CompletableFuture<String> result = call(Fallback.handleAsync((thrown, context) -> replacement));
        body.completeExceptionally(failure);

        result.cancel(true);

        assertThat(replacement).isCancelled();
    }

    @Test
    void cancellingTheCallWhileTheReplacementBeginsCancelsThatToo() {
        List<CompletableFuture<String>> result = new ArrayList<>();
        result.add(call(Fallback.handleAsync((thrown, context) -> {
            result.get(0).cancel(true);
            return replacement;
        })));

        body.completeExceptionally(failure);

        assertThat(replacement).isCancelled();
    }

    @Test
    void aBodyWhoseStageTakesNoCallbackHasFailed() {
        UnsupportedOperationException refusal = new UnsupportedOperationException();
        List<Throwable> seen = new ArrayList<>();

        CompletableFuture<String> result = Fallback.handle((thrown, context) -> {
                    seen.add(thrown);
                    return "instead";
                })
                .callAsync(() -> new Refusing<>(refusal))
                .toCompletableFuture();

        assertThat(result).isCompletedWithValue("instead");
        assertThat(seen).containsExactly(refusal);
    }

    @Test
    void aReplacementWhoseStageTakesNoCallbackHasFailedToo() {
        UnsupportedOperationException refusal = new UnsupportedOperationException();
        CompletableFuture<String> result = call(Fallback.handleAsync((thrown, context) -> new Refusing<>(refusal)));

        body.completeExceptionally(failure);

        assertThat(catchThrowable(result::join)).hasCause(refusal);
        assertThat(refusal).hasSuppressedException(failure);
    }

    @Test
    void aSuccessThatIsThereIsHandedOnAsItIs() {
        body.complete("fine");

        assertThat(Fallback.value("instead").callAsync(() -> body)).isSameAs(body);
    }

    @Test
    void theResultKeepsNothingOfACallThatHasEnded() {
        CompletableFuture<String> result = call(Fallback.handleAsync((thrown, context) -> replacement));
        body.completeExceptionally(failure);
        replacement.complete("instead");

        assertThat(result).isExactlyInstanceOf(CompletableFuture.class);
        assertThat(result.getNumberOfDependents()).isZero();
        assertThat(body.getNumberOfDependents()).isZero();
    }
}
