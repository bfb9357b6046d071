package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Unfinished;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A synchronous call whose caller waits for a body on another thread, until the deadline at most. */
final class OffloadedCall<T extends @Nullable Object> extends Offloaded<T> implements Slot.Alarm {
    private final Overruns overruns;
    private final CompletableFuture<Ended<T>> outcome = new CompletableFuture<>();

    OffloadedCall(Limit limit, CheckedCallable<? extends T, ?> body, Overruns overruns) {
        super(limit, body);
        this.overruns = overruns;
    }

    /**
     * Makes the call. What still runs of it afterwards is left behind as {@link Unfinished}.
     *
     * @throws RuntimeException when the executor refuses, as it is
     */
    Ended<T> call(Executor executor) {
        Slot alarm = limit.watch().set(limit.atNanos(), this);
        try {
            executor.execute(this);
            return await();
        } catch (RuntimeException | Error refused) {
            abandon();
            throw refused;
        } finally {
            alarm.release();
            if (!end.isDone()) {
                Unfinished.leave(end);
            }
        }
    }

    /** An interrupt of the caller is meant for the body; whether it comes back is up to the body, and to the deadline. */
    private Ended<T> await() {
        boolean interrupted = false;
        while (true) {
            try {
                Ended<T> ended = outcome.get();
                if (interrupted && (ended.late() || isInterruptUnnoticed())) {
                    Thread.currentThread().interrupt();
                }
                return ended;
            } catch (InterruptedException e) {
                interrupted = true;
                interrupt();
            } catch (ExecutionException e) {
                throw new AssertionError("An ending is a value, whatever it was", e);
            }
        }
    }

    @Override
    public void ring(Slot slot) {
        abandon();
        outcome.complete(Ended.byDeadline());
    }

    @Override
    void settle(Ended<T> ended, @Nullable CompletionStage<?> left) {
        // Before the outcome, so that a caller who gets one in time has nothing to leave behind.
        if (left == null) {
            end.complete(true);
        } else {
            left.whenComplete((value, failure) -> end.complete(true));
        }
        // A late ending is left to the alarm, which is due at the same moment.
        if (ended.late() || !outcome.complete(ended)) {
            overruns.complain(ended.failure());
        }
    }
}
