package dev.firefly.resilience.engine.retry;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.ContextExecutor;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.retry.RetryDecision.Again;
import dev.firefly.resilience.engine.retry.RetryDecision.GiveUp;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.internal.BodyStages;
import dev.firefly.resilience.retry.Outcome;
import dev.firefly.resilience.retry.RetryExhaustedException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call under a retry, from the stage of its first attempt.
 *
 * <p>Attempts whose stages are complete at once follow each other in a loop on the thread that began them. A stage that
 * completes later, on a thread that belongs to somebody else, and a wait that is over, on the clock's, both hand over to
 * the executor: that is where user code runs, in the context and under the deadline of the caller.
 */
final class AsyncRetry<T extends @Nullable Object> {
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final RetryRun run;
    private final CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body;
    private final Clock clock;
    private final Executor executor;

    private volatile @Nullable CompletionStage<T> current;
    private volatile Clock.@Nullable Cancellation pause;

    /** How an attempt ended; thrown is the failure as the stage gave it, null when there is a value. */
    private record Ending<T extends @Nullable Object>(
            @Nullable T value, @Nullable Throwable thrown) {
        Outcome outcome() {
            return thrown != null ? new Outcome.Failed(Classifier.unwrap(thrown)) : new Outcome.Returned(value);
        }
    }

    /** To be made on the thread of the caller, whose context it captures. */
    AsyncRetry(
            RetryRun run,
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body,
            Environment environment) {
        this.run = run;
        this.body = body;
        this.clock = environment.clock();
        this.executor = ContextExecutor.capture(environment.executor());
    }

    /** Goes on from the first attempt; the stage that is returned has the outcome of the call. */
    CompletionStage<T> follow(CompletionStage<T> first) {
        // The result keeps this object only until it completes: whoever keeps the result does not keep the call.
        CompletionStage<T> outcome = result;
        outcome.whenComplete((value, failure) -> stop());
        go(() -> first);
        return outcome;
    }

    /** Nobody waits for the call any more, for instance because the caller cancelled it. */
    private void stop() {
        CompletionStage<T> attempt = current;
        if (attempt != null) {
            Stages.cancel(attempt);
        }
        Clock.Cancellation waiting = pause;
        if (waiting != null) {
            waiting.cancel();
        }
    }

    /** Something that gives the stage of the next attempt, or null when the call does not go on on this thread. */
    private interface Step<T extends @Nullable Object> {
        @Nullable
        CompletionStage<T> take();
    }

    private void go(Step<T> step) {
        try (Deadline.Scope scope = run.deadline().resume()) {
            CompletionStage<T> stage = step.take();
            while (stage != null) {
                Ending<T> ending = endingOf(stage);
                stage = ending != null ? after(ending) : null;
            }
        } catch (Throwable broken) {
            result.completeExceptionally(broken);
        }
    }

    private void goOnExecutor(Ending<T> ending, Step<T> step) {
        try {
            executor.execute(() -> go(step));
        } catch (RuntimeException | Error refused) {
            Throwable thrown = ending.thrown();
            result.completeExceptionally(thrown != null ? Failures.suppress(thrown, refused) : refused);
        }
    }

    /** How the stage ended; null when it has not, and then the call goes on when it does. */
    private @Nullable Ending<T> endingOf(CompletionStage<T> stage) {
        current = stage;
        if (result.isDone()) {
            stop();
            return null;
        }
        AtomicReference<@Nullable Object> meeting = new AtomicReference<>();
        BodyStages.whenEnded(stage, (value, failure) -> {
            Ending<T> ending = new Ending<>(value, failure);
            if (!meeting.compareAndSet(null, ending)) {
                endedLater(ending);
            }
        });
        // Whoever comes second goes on: so no stage that is complete already makes the stack grow.
        return meeting.compareAndSet(null, this) ? null : endingIn(meeting);
    }

    @SuppressWarnings("unchecked") // only endings of this call are put there, apart from this object
    private static <T extends @Nullable Object> Ending<T> endingIn(AtomicReference<@Nullable Object> meeting) {
        return (Ending<T>) Objects.requireNonNull(meeting.get());
    }

    private void endedLater(Ending<T> ending) {
        boolean isFinal =
                ending.thrown() == null && run.config().retryOnResult().isEmpty();
        if (isFinal) {
            result.complete(ending.value());
        } else {
            goOnExecutor(ending, () -> after(ending));
        }
    }

    /** Decides what follows an attempt, and begins the next one if it has not to wait. */
    private @Nullable CompletionStage<T> after(Ending<T> ending) {
        if (result.isDone()) {
            return null;
        }
        if (ending.thrown() == null && RetryRun.accepts(run.config(), ending.value())) {
            result.complete(ending.value());
            return null;
        }
        RetryDecision decision = run.decide(ending.outcome());
        if (decision instanceof Again again) {
            run.announceRetry(ending.outcome(), again.waitNanos());
            return again.waitNanos() == 0 ? next(ending) : pause(ending, again.waitNanos());
        }
        return end(ending, (GiveUp) decision);
    }

    private @Nullable CompletionStage<T> pause(Ending<T> ending, long waitNanos) {
        pause = clock.schedule(waitNanos, () -> goOnExecutor(ending, () -> next(ending)));
        if (result.isDone()) {
            stop();
        }
        return null;
    }

    /** Begins the next attempt, unless it is too late for it. */
    private @Nullable CompletionStage<T> next(Ending<T> ending) {
        if (result.isDone()) {
            return null;
        }
        return run.startNext() instanceof GiveUp why ? end(ending, why) : Stages.start(body);
    }

    private @Nullable CompletionStage<T> end(Ending<T> ending, GiveUp why) {
        RetryExhaustedException exhausted = run.end(why, ending.outcome());
        if (exhausted != null) {
            result.completeExceptionally(exhausted);
        } else if (ending.thrown() != null) {
            result.completeExceptionally(ending.thrown());
        } else {
            result.complete(ending.value());
        }
        return null;
    }
}
