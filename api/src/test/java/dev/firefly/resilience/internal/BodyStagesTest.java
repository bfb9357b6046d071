package dev.firefly.resilience.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class BodyStagesTest {
    private final List<Object> ends = new ArrayList<>();

    private void note(Object value, Throwable failure) {
        ends.add(failure == null ? value : failure);
    }

    @Test
    void theEndOfAStageIsTold() {
        IllegalStateException failure = new IllegalStateException();
        CompletableFuture<String> later = new CompletableFuture<>();

        BodyStages.whenEnded(CompletableFuture.completedStage("value"), this::note);
        BodyStages.whenEnded(CompletableFuture.<String>failedStage(failure), this::note);
        BodyStages.whenEnded(later, this::note);
        assertThat(ends).containsExactly("value", failure);
        later.complete("later");

        assertThat(ends).containsExactly("value", failure, "later");
    }

    @Test
    void aStageThatTakesNoCallbackHasFailed() {
        UnsupportedOperationException refusal = new UnsupportedOperationException();

        BodyStages.whenEnded(new Refusing<String>(refusal), this::note);

        assertThat(ends).containsExactly(refusal);
    }

    @Test
    void aStageThatThrowsAfterItHasTakenACallbackEndsOnlyOnce() {
        CompletableFuture<String> stage = new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
                action.accept("told", null);
                throw new IllegalStateException("and yet");
            }
        };

        BodyStages.whenEnded(stage, this::note);

        assertThat(ends).containsExactly("told");
    }

    @Test
    void aStageThatThrowsWhenItIsCancelledIsLeftAlone() {
        CompletableFuture<String> stage = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterrupt) {
                throw new IllegalStateException("on purpose");
            }
        };

        assertThatNoException().isThrownBy(() -> BodyStages.cancel(stage));

        assertThat(stage).isNotDone();
    }
}
