package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import java.util.concurrent.CompletableFuture;

/** The ways to make a guarded call, all used alike: begin it, and look at its outcome when it has one. */
enum Form {
    CALL {
        @Override
        <T> CompletableFuture<T> begin(RateLimiter limiter, CheckedCallable<T, Exception> body) {
            CompletableFuture<T> outcome = new CompletableFuture<>();
            Thread thread = new Thread(() -> Stages.forward(beginHere(limiter, body), outcome), "caller");
            thread.setDaemon(true);
            thread.start();
            return outcome;
        }

        @Override
        <T> CompletableFuture<T> beginHere(RateLimiter limiter, CheckedCallable<T, Exception> body) {
            try {
                return CompletableFuture.completedFuture(limiter.call(body));
            } catch (Throwable failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }
    },

    CALL_ASYNC {
        @Override
        <T> CompletableFuture<T> begin(RateLimiter limiter, CheckedCallable<T, Exception> body) {
            return limiter.callAsync(() -> CompletableFuture.completedStage(body.call()))
                    .toCompletableFuture();
        }

        @Override
        <T> CompletableFuture<T> beginHere(RateLimiter limiter, CheckedCallable<T, Exception> body) {
            return begin(limiter, body);
        }
    };

    /** Begins a call, on a thread of its own if it may block. */
    abstract <T> CompletableFuture<T> begin(RateLimiter limiter, CheckedCallable<T, Exception> body);

    /** Begins a call on the calling thread. */
    abstract <T> CompletableFuture<T> beginHere(RateLimiter limiter, CheckedCallable<T, Exception> body);
}
