package dev.firefly.resilience.engine.async;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.internal.BodyStages;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts and links stages. */
public final class Stages {
    private Stages() {}

    /** Starts asynchronous work; a body that throws, or returns null, gives a failed stage. */
    public static <T extends @Nullable Object> CompletionStage<T> start(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        return BodyStages.start(body);
    }

    /** Whether a stage is known to have completed with a value; false also where a stage does not let that be seen. */
    public static boolean isSuccess(CompletionStage<?> stage) {
        return BodyStages.isSuccess(stage);
    }

    /** Completes the target with a result or a failure. */
    public static <T extends @Nullable Object> void complete(
            CompletableFuture<T> target, @Nullable T value, @Nullable Throwable failure) {
        if (failure != null) {
            target.completeExceptionally(failure);
        } else {
            target.complete(value);
        }
    }

    /** A future to hand out in place of a stage; when it is cancelled, the stage is cancelled too. */
    public static <T extends @Nullable Object> CompletableFuture<T> linked(CompletionStage<?> stage) {
        CompletableFuture<T> outer = new CompletableFuture<>();
        cancelTogether(outer, stage);
        return outer;
    }

    /**
     * Goes on, on the executor, with what a stage answers; cancelling the result cancels what has been reached.
     *
     * @param unused told of an answer that nothing was made of, because the result had been cancelled or the executor refused
     */
    public static <A, T extends @Nullable Object> CompletionStage<T> flatten(
            CompletionStage<A> first, Executor executor, Function<A, CompletionStage<T>> next, Consumer<A> unused) {
        CompletableFuture<T> outer = new CompletableFuture<>();
        first.whenComplete((answer, failure) -> {
            if (failure != null) {
                outer.completeExceptionally(Classifier.unwrap(failure));
                return;
            }
            try {
                executor.execute(() -> goOn(answer, outer, next, unused));
            } catch (RuntimeException | Error refused) {
                unused.accept(answer);
                outer.completeExceptionally(refused);
            }
        });
        return outer;
    }

    private static <A, T extends @Nullable Object> void goOn(
            A answer, CompletableFuture<T> outer, Function<A, CompletionStage<T>> next, Consumer<A> unused) {
        if (outer.isDone()) {
            unused.accept(answer);
            return;
        }
        try {
            CompletionStage<T> second = next.apply(answer);
            forward(second, outer);
            cancelTogether(outer, second);
        } catch (Throwable failure) {
            outer.completeExceptionally(failure);
        }
    }

    private static void cancelTogether(CompletableFuture<?> outer, CompletionStage<?> inner) {
        CompletionStage<?> ending = outer;
        ending.whenComplete((value, failure) -> {
            if (outer.isCancelled()) {
                cancel(inner);
            }
        });
    }

    /** Completes the target as the source completes. */
    public static <T extends @Nullable Object> void forward(CompletionStage<T> source, CompletableFuture<T> target) {
        source.whenComplete((value, failure) -> complete(target, value, failure));
    }

    /** Cancels the work behind a stage, where the stage lets that be done. */
    public static void cancel(CompletionStage<?> stage) {
        BodyStages.cancel(stage);
    }
}
