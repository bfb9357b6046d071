package dev.firefly.resilience.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.CheckedCallable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The forms in which the same call can be made. */
enum Form {
    SYNCHRONOUS {
        @Override
        <T> T run(Fallback<T> fallback, CheckedCallable<T, Exception> body) throws Exception {
            return fallback.call(body);
        }
    },
    STAGE_OR_THROWS {
        @Override
        <T> T run(Fallback<T> fallback, CheckedCallable<T, Exception> body) throws Exception {
            return outcome(fallback.callAsync(() -> CompletableFuture.completedStage(body.call()))
                    .toCompletableFuture());
        }
    },
    STAGE_LATER {
        @Override
        <T> T run(Fallback<T> fallback, CheckedCallable<T, Exception> body) throws Exception {
            CompletableFuture<T> stage = new CompletableFuture<>();
            CompletableFuture<T> result = fallback.callAsync(() -> stage).toCompletableFuture();
            assertThat(result).isNotDone();
            try {
                stage.complete(body.call());
            } catch (Throwable failure) {
                stage.completeExceptionally(failure);
            }
            return outcome(result);
        }
    };

    abstract <T> T run(Fallback<T> fallback, CheckedCallable<T, Exception> body) throws Exception;

    private static <T> T outcome(CompletableFuture<T> stage) throws Exception {
        assertThat(stage).isDone();
        try {
            return stage.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }
}
