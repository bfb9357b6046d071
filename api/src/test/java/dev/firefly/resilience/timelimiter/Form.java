package dev.firefly.resilience.timelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The forms in which the same call can be made; a behaviour that holds for one holds for all. */
enum Form {
    CALL(false, false),
    CALL_ASYNC(false, true),
    OFFLOADED_CALL(true, false),
    OFFLOADED_CALL_ASYNC(true, true);

    final boolean isOffloaded;
    final boolean isAsync;

    Form(boolean isOffloaded, boolean isAsync) {
        this.isOffloaded = isOffloaded;
        this.isAsync = isAsync;
    }

    <T> T run(TimeLimiter limiter, CheckedCallable<T, Exception> body) throws Exception {
        return isAsync
                ? await(limiter.callAsync(() -> CompletableFuture.completedStage(body.call())))
                : limiter.call(body);
    }

    static <T> T await(CompletionStage<T> stage) throws Exception {
        try {
            return stage.toCompletableFuture().get(1, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }
}
