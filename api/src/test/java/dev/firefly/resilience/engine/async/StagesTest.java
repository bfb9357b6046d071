package dev.firefly.resilience.engine.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StagesTest {
    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void aBodyThatThrowsGivesAFailedFuture() {
        AssertionError error = new AssertionError();

        CompletionStage<String> stage = Stages.start(() -> {
            throw error;
        });

        assertThat(stage).isExactlyInstanceOf(CompletableFuture.class);
        assertThat(catchThrowable(stage.toCompletableFuture()::join)).hasCause(error);
    }

    @Test
    void aBodyThatGivesNothingGivesAFailedFuture() {
        CompletionStage<String> stage = Stages.start(() -> null);

        assertThat(catchThrowable(stage.toCompletableFuture()::join)).hasCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void anInterruptionIsNotForgottenByTheThread() {
        Stages.start(() -> {
            throw new InterruptedException();
        });

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void aStageIsCancelledWhereThatCanBeDone() {
        CompletableFuture<String> stage = new CompletableFuture<>();

        Stages.cancel(stage);
        Stages.cancel(new CompletableFuture<String>().minimalCompletionStage());

        assertThat(stage).isCancelled();
    }

    @Test
    void onlyAValueThatIsThereIsASuccess() {
        assertThat(Stages.isSuccess(CompletableFuture.completedFuture(null))).isTrue();
        assertThat(Stages.isSuccess(new CompletableFuture<>())).isFalse();
        assertThat(Stages.isSuccess(CompletableFuture.failedFuture(new IllegalStateException())))
                .isFalse();
        assertThat(Stages.isSuccess(CompletableFuture.completedStage("fine"))).isFalse();
    }

    @Test
    void anOutcomeIsForwardedAsItIs() {
        CompletableFuture<String> value = new CompletableFuture<>();
        Stages.forward(CompletableFuture.completedStage("fine"), value);
        CompletableFuture<String> failed = new CompletableFuture<>();
        Stages.forward(CompletableFuture.failedStage(new IllegalStateException("broken")), failed);

        assertThat(value).isCompletedWithValue("fine");
        assertThat(catchThrowable(failed::join)).hasRootCauseMessage("broken");
    }
}
