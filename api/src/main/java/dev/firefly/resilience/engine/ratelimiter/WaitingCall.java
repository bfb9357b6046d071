package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.ContextExecutor;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.state.CallEvents;
import dev.firefly.resilience.engine.state.Environment;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call that could not begin at once: its token has to be asked for, or to be waited for.
 * The body runs on the executor, in the context and under the deadline of the caller. A call that ends before its body
 * begins gives its token back, once.
 */
final class WaitingCall {
    private enum Token {
        ASKED_FOR,
        HELD,
        /** The body has begun, or the token went back, or there never was one. */
        GONE
    }

    private final Terms terms;
    private final TokenSource source;
    private final Refusals refusals;
    private final Clock clock;
    private final Executor executor;
    private final CallEvents events;
    private final Deadline deadline = Deadline.current();
    private final AtomicReference<Token> token = new AtomicReference<>(Token.ASKED_FOR);
    private final CompletableFuture<Boolean> turn = new CompletableFuture<>();
    private volatile Clock.@Nullable Cancellation timer;

    /** To be made on the thread of the caller, whose context and deadline it captures. */
    WaitingCall(Terms terms, TokenSource source, Refusals refusals, Environment environment) {
        this.terms = terms;
        this.source = source;
        this.refusals = refusals;
        this.clock = environment.clock();
        this.executor = ContextExecutor.capture(environment.executor());
        this.events = CallEvents.of(environment, executor);
    }

    /**
     * Goes on when the source has answered.
     *
     * @return a stage with the outcome of the call
     */
    <T extends @Nullable Object> CompletionStage<T> follow(
            CompletionStage<Long> asked, CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        CompletionStage<T> outcome = Stages.flatten(turn, executor, now -> begin(body), unused -> end());
        outcome.whenComplete((value, failure) -> end());
        asked.whenComplete((answer, failure) -> {
            if (failure != null) {
                turn.completeExceptionally(failure);
            } else {
                answered(answer);
            }
        });
        return outcome;
    }

    private void answered(long answer) {
        if (answer < 0) {
            turn.completeExceptionally(refusals.refused(~answer, events));
        } else if (!token.compareAndSet(Token.ASKED_FOR, Token.HELD)) {
            source.refund(terms, 1);
        } else if (answer == 0) {
            turn.complete(true);
        } else if (answer >= deadline.remainingNanos()) {
            turn.completeExceptionally(refusals.refused(answer, events));
        } else {
            waitUntil(clock.nanos() + answer, answer, true);
        }
    }

    private void waitUntil(long dueNanos, long nanos, boolean mayBeEarly) {
        timer = clock.schedule(nanos, () -> due(dueNanos, mayBeEarly));
        if (token.get() == Token.GONE) {
            cancelTimer();
        }
    }

    /** A coarse clock may be early once; one that is early again has been closed, and time is over for this call. */
    private void due(long dueNanos, boolean mayBeEarly) {
        long rest = dueNanos - clock.nanos();
        if (rest <= 0) {
            turn.complete(true);
        } else if (mayBeEarly) {
            waitUntil(dueNanos, rest, false);
        } else {
            turn.completeExceptionally(refusals.refused(rest, events));
        }
    }

    private <T extends @Nullable Object> CompletionStage<T> begin(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        return token.compareAndSet(Token.HELD, Token.GONE)
                ? deadline.with(() -> Stages.start(body))
                : CompletableFuture.failedFuture(new CancellationException());
    }

    /** The call is over; what it has not used goes back. */
    private void end() {
        if (token.getAndSet(Token.GONE) == Token.HELD) {
            source.refund(terms, 1);
        }
        cancelTimer();
    }

    private void cancelTimer() {
        Clock.Cancellation waiting = timer;
        if (waiting != null) {
            waiting.cancel();
        }
    }
}
