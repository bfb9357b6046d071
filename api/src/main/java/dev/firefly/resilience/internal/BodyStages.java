package dev.firefly.resilience.internal;

import dev.firefly.resilience.core.CheckedCallable;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Deals with the stages that guarded code makes, whatever kind of stage they are. Nothing here throws exceptions. */
public final class BodyStages {
    private BodyStages() {}

    /** Starts asynchronous work; a body that throws, or returns null, gives a failed stage. */
    public static <T extends @Nullable Object> CompletionStage<T> start(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        try {
            return Objects.requireNonNull(body.call(), "The guarded code returned no stage");
        } catch (Throwable failure) {
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** Whether a stage is known to have completed with a value; false also where a stage does not let that be seen. */
    public static boolean isSuccess(CompletionStage<?> stage) {
        // Of that very class: CompletableFuture.completedStage gives a subclass that throws on every question.
        return stage.getClass() == CompletableFuture.class
                && stage instanceof CompletableFuture<?> future
                && future.isDone()
                && !future.isCompletedExceptionally();
    }

    /** Tells, once, how a stage ends; one that takes no callback has failed with what it threw instead. */
    public static <T extends @Nullable Object> void whenEnded(
            CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> end) {
        AtomicBoolean told = new AtomicBoolean();
        try {
            stage.whenComplete((value, failure) -> {
                if (told.compareAndSet(false, true)) {
                    end.accept(value, failure);
                }
            });
        } catch (RuntimeException | Error refused) {
            if (told.compareAndSet(false, true)) {
                end.accept(null, refused);
            }
        }
    }

    /** Cancels the work behind a stage, where the stage lets that be done. */
    public static void cancel(CompletionStage<?> stage) {
        if (stage instanceof Future<?> future) {
            try {
                future.cancel(true);
            } catch (RuntimeException e) {
                // A minimal stage is a future by birth only, and cannot be cancelled; others may not want to be.
            }
        }
    }
}
