package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.FallbackPipeline;
import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The forms in which the same call can be made; a behaviour that holds for one holds for all. */
enum Form {
    SYNCHRONOUS {
        @Override
        <T> T run(Target<T> target, CheckedCallable<T, Exception> body) throws Exception {
            return target.call(body);
        }
    },
    /** The body gives a completed stage, or throws before there is one. */
    STAGE_OR_THROWS {
        @Override
        <T> T run(Target<T> target, CheckedCallable<T, Exception> body) throws Exception {
            return outcome(target.callAsync(() -> CompletableFuture.completedFuture(body.call())));
        }
    },
    /** The body gives a stage that has completed or failed already. */
    STAGE_AT_ONCE {
        @Override
        <T> T run(Target<T> target, CheckedCallable<T, Exception> body) throws Exception {
            return outcome(target.callAsync(() -> {
                CompletableFuture<T> stage = new CompletableFuture<>();
                complete(stage, body);
                return stage;
            }));
        }
    },
    /** The body gives a stage that another thread completes. */
    STAGE_LATER {
        @Override
        <T> T run(Target<T> target, CheckedCallable<T, Exception> body) throws Exception {
            return outcome(target.callAsync(() -> {
                CompletableFuture<T> stage = new CompletableFuture<>();
                Thread thread = new Thread(() -> complete(stage, body), "body");
                thread.setDaemon(true);
                thread.start();
                return stage;
            }));
        }
    };

    /** Both kinds of pipeline, used alike. */
    interface Target<T> {
        T call(CheckedCallable<T, Exception> body) throws Exception;

        CompletionStage<T> callAsync(CheckedCallable<CompletionStage<T>, Exception> body);

        static <T> Target<T> of(Pipeline pipeline) {
            return new Target<>() {
                @Override
                public T call(CheckedCallable<T, Exception> body) throws Exception {
                    return pipeline.call(body);
                }

                @Override
                public CompletionStage<T> callAsync(CheckedCallable<CompletionStage<T>, Exception> body) {
                    return pipeline.callAsync(body);
                }
            };
        }

        static <T> Target<T> of(FallbackPipeline<T> pipeline) {
            return new Target<>() {
                @Override
                public T call(CheckedCallable<T, Exception> body) throws Exception {
                    return pipeline.call(body);
                }

                @Override
                public CompletionStage<T> callAsync(CheckedCallable<CompletionStage<T>, Exception> body) {
                    return pipeline.callAsync(body);
                }
            };
        }
    }

    abstract <T> T run(Target<T> target, CheckedCallable<T, Exception> body) throws Exception;

    private static <T> void complete(CompletableFuture<T> stage, CheckedCallable<T, Exception> body) {
        try {
            stage.complete(body.call());
        } catch (Throwable failure) {
            stage.completeExceptionally(failure);
        }
    }

    private static <T> T outcome(CompletionStage<T> stage) throws Exception {
        try {
            return stage.toCompletableFuture().get(1, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw Failures.<Exception>rethrow(Classifier.unwrap(e));
        }
    }
}
