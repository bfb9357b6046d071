package dev.firefly.resilience.engine.retry;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.retry.Retry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** The forms in which the same call can be made; a behaviour that holds for one holds for all. */
enum Form {
    SYNCHRONOUS {
        @Override
        <T> T run(RetryScene scene, Retry retry, CheckedCallable<T, Exception> body) throws Exception {
            return retry.call(body);
        }
    },
    /** The body gives a completed stage, or throws before there is one. */
    STAGE_OR_THROWS {
        @Override
        <T> T run(RetryScene scene, Retry retry, CheckedCallable<T, Exception> body) throws Exception {
            return await(scene, retry.callAsync(() -> CompletableFuture.completedStage(body.call())));
        }
    },
    /** The body gives a stage that has completed or failed already. */
    STAGE_AT_ONCE {
        @Override
        <T> T run(RetryScene scene, Retry retry, CheckedCallable<T, Exception> body) throws Exception {
            return await(scene, retry.callAsync(() -> {
                CompletableFuture<T> stage = new CompletableFuture<>();
                complete(stage, body);
                return stage;
            }));
        }
    },
    /** The body gives a stage that completes when the caller has gone on long ago. */
    STAGE_LATER {
        @Override
        <T> T run(RetryScene scene, Retry retry, CheckedCallable<T, Exception> body) throws Exception {
            return await(scene, retry.callAsync(() -> {
                CompletableFuture<T> stage = new CompletableFuture<>();
                scene.later(() -> complete(stage, body));
                return stage;
            }));
        }
    };

    abstract <T> T run(RetryScene scene, Retry retry, CheckedCallable<T, Exception> body) throws Exception;

    private static <T> void complete(CompletableFuture<T> stage, CheckedCallable<T, Exception> body) {
        try {
            stage.complete(body.call());
        } catch (Throwable failure) {
            stage.completeExceptionally(failure);
        }
    }

    private static <T> T await(RetryScene scene, CompletionStage<T> stage) throws Exception {
        CompletableFuture<T> outcome = stage.toCompletableFuture();
        while (!outcome.isDone() && scene.goOn()) {
            // Each step runs one thing that was waiting.
        }
        if (!outcome.isDone()) {
            throw new AssertionError("The call never ends: nothing is left that could complete it");
        }
        try {
            return outcome.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }
}
