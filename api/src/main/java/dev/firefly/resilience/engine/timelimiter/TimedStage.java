package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Unfinished;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.internal.BodyStages;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The stage of an asynchronous call between its body's stage and its deadline: whichever comes first decides.
 *
 * <p>What the deadline sets off may be code of the user, so it runs on the executor and not on the clock's thread; only
 * when the executor is stuck, which may be why the call is late, does it run there.
 */
final class TimedStage<T extends @Nullable Object> implements Slot.Alarm {
    /** How long the executor has to begin what is waiting for it at a deadline. */
    private static final Duration HANDOVER = Duration.ofMillis(20);

    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final AtomicBoolean decided = new AtomicBoolean();
    private final Limit limit;
    private final Overruns overruns;
    private final Executor executor;
    private final CompletionStage<T> stage;
    private final CompletionStage<?> end;
    private final Unfinished.@Nullable Group group = Deadline.current().group();

    /**
     * Of a call that was made on this thread.
     *
     * @param stage the body's stage
     * @param end completes when the body has really ended, which may be later than its stage
     */
    TimedStage(Limit limit, Overruns overruns, Executor executor, CompletionStage<T> stage, CompletionStage<?> end) {
        this.limit = limit;
        this.overruns = overruns;
        this.executor = executor;
        this.stage = stage;
        this.end = end;
    }

    /** The stage with the outcome of the call; the deadline counts from now on. */
    CompletableFuture<T> follow() {
        Slot alarm = limit.watch().set(limit.atNanos(), this);
        // The result keeps this object only until it completes: whoever keeps the result does not keep the call.
        CompletionStage<T> outcome = result;
        outcome.whenComplete((value, failure) -> {
            decide(alarm);
            if (result.isCancelled()) {
                Stages.cancel(stage);
            }
        });
        BodyStages.whenEnded(stage, (value, failure) -> {
            if (decide(alarm)) {
                Stages.complete(result, value, failure);
            }
        });
        return result;
    }

    private boolean decide(Slot alarm) {
        boolean first = decided.compareAndSet(false, true);
        if (first) {
            alarm.release();
        }
        return first;
    }

    @Override
    public void ring(Slot alarm) {
        if (decide(alarm)) {
            new Handover(this::expire).start();
        }
    }

    /** Ends the call by its deadline, on this thread. */
    CompletableFuture<T> expire() {
        try {
            if (group != null) {
                group.add(end); // first: what follows is code of the user, which may throw
            }
            overruns.announce(limit.span());
            Stages.cancel(stage);
        } finally {
            result.completeExceptionally(overruns.failure(limit.span(), null));
        }
        return result;
    }

    /** An action for the executor, or for the clock's thread when the executor does not take it up. */
    private final class Handover implements Runnable, Slot.Alarm {
        private final AtomicBoolean begun = new AtomicBoolean();
        private final Runnable action;

        Handover(Runnable action) {
            this.action = action;
        }

        void start() {
            try {
                executor.execute(this);
            } catch (RuntimeException | Error refused) {
                run();
            }
            if (!begun.get()) {
                limit.watch().set(limit.watch().after(HANDOVER), this);
            }
        }

        @Override
        public void run() {
            if (begun.compareAndSet(false, true)) {
                action.run();
            }
        }

        @Override
        public void ring(Slot slot) {
            slot.release();
            run();
        }
    }
}
