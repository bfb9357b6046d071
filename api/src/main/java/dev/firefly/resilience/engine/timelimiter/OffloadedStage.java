package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.internal.BodyStages;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** An asynchronous call whose body is begun on another thread. */
final class OffloadedStage<T extends @Nullable Object> extends Offloaded<CompletionStage<T>> {
    private final Overruns overruns;

    /** Stands for the stage of the body, from before it begins; cancelling it reaches the body wherever it is. */
    final CompletableFuture<T> stage = new CompletableFuture<>();

    OffloadedStage(
            Limit limit, CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body, Overruns overruns) {
        super(limit, body);
        this.overruns = overruns;
        whenCancelled(this::stop);
    }

    void submit(Executor executor) {
        try {
            executor.execute(this);
        } catch (RuntimeException | Error refused) {
            abandon();
            stage.completeExceptionally(refused);
        }
    }

    private void stop() {
        // At the deadline it is the watch that interrupts.
        if (!abandon() && limit.config().interrupt() && !limit.isOver()) {
            interrupt();
        }
    }

    private void whenCancelled(Runnable action) {
        CompletionStage<T> ending = stage;
        ending.whenComplete((value, failure) -> {
            if (stage.isCancelled()) {
                action.run();
            }
        });
    }

    @Override
    void settle(Ended<CompletionStage<T>> ended, @Nullable CompletionStage<?> left) {
        if (ended.late() && ended.failure() != null) {
            // What it failed with is our own doing: the alarm, due at the same moment, says what is to be said.
            overruns.complain(ended.failure());
            endAfter(left);
            return;
        }
        CompletionStage<T> begun = Stages.start(ended::outcome);
        BodyStages.whenEnded(begun, (value, failure) -> {
            Stages.complete(stage, value, failure);
            endAfter(left);
        });
        whenCancelled(() -> Stages.cancel(begun));
    }

    private void endAfter(@Nullable CompletionStage<?> left) {
        if (left == null) {
            end.complete(true);
        } else {
            left.whenComplete((value, failure) -> end.complete(true));
        }
    }
}
