package dev.firefly.resilience.fallback;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.ContextExecutor;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.internal.BodyStages;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One asynchronous call under a fallback, from the stage of its body. */
final class AsyncFallback<T extends @Nullable Object> {
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final Fallback<T> fallback;
    private final Deadline deadline;
    private final long startNanos;
    private final Executor executor;

    private volatile @Nullable CompletionStage<T> current;

    /** To be made on the thread of the caller, whose context it captures. */
    AsyncFallback(Fallback<T> fallback, Deadline deadline, long startNanos) {
        this.fallback = fallback;
        this.deadline = deadline;
        this.startNanos = startNanos;
        this.executor = ContextExecutor.capture(fallback.host().executor());
    }

    /** Goes on from the body's stage; the stage that is returned has the outcome of the call. */
    CompletionStage<T> follow(CompletionStage<T> body) {
        // The result keeps this object only until it completes: whoever keeps the result does not keep the call.
        CompletionStage<T> outcome = result;
        outcome.whenComplete((value, failure) -> stop());
        current = body;
        BodyStages.whenEnded(body, (value, thrown) -> {
            if (thrown == null) {
                result.complete(value);
            } else {
                failed(thrown, Classifier.unwrap(thrown));
            }
        });
        return outcome;
    }

    /** Nobody waits for the call any more, for instance because the caller cancelled it. */
    private void stop() {
        CompletionStage<T> running = current;
        if (running != null) {
            BodyStages.cancel(running);
        }
    }

    private void failed(Throwable thrown, Throwable failure) {
        if (!fallback.classifier().matches(failure)) {
            result.completeExceptionally(thrown);
        } else if (fallback.replacement() instanceof Replacement.Value) {
            replace(thrown, failure, executor);
        } else {
            try {
                executor.execute(() -> replace(thrown, failure, Runnable::run));
            } catch (RuntimeException | Error refused) {
                result.completeExceptionally(Failures.suppress(thrown, refused));
            }
        }
    }

    /** @param here runs listeners of what is replaced at once */
    private void replace(Throwable thrown, Throwable failure, Executor here) {
        // A caller who cancelled the call wants no replacement.
        if (result.isDone()) {
            return;
        }
        try (Deadline.Scope scope = deadline.resume()) {
            CompletionStage<T> made = fallback.replacement().start(failure, fallback.context(deadline, startNanos));
            current = made;
            if (result.isDone()) {
                stop();
            }
            Executor listeners = BodyStages.isSuccess(made) ? here : executor;
            BodyStages.whenEnded(made, (value, broken) -> {
                if (broken == null) {
                    executed(value, failure, listeners);
                } else {
                    broke(broken, thrown);
                }
            });
        } catch (Throwable broken) {
            broke(broken, thrown);
        }
    }

    private void executed(T value, Throwable failure, Executor listeners) {
        if (!result.isDone()) {
            fallback.host().executed(failure, listeners);
            result.complete(value);
        }
    }

    private void broke(Throwable broken, Throwable thrown) {
        if (!result.isDone()) {
            Failures.suppress(Classifier.unwrap(broken), thrown);
            result.completeExceptionally(broken);
        }
    }
}
