package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Failures;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A guarded call that was begun; its body goes on until it is told how to end. */
final class Call {
    final CompletableFuture<String> body = new CompletableFuture<>();
    final CompletableFuture<String> outcome;
    /** Completes when the body begins. */
    final CompletableFuture<Boolean> begun = new CompletableFuture<>();
    /** The thread of a synchronous call. */
    volatile Thread thread = Thread.currentThread();

    Call(CompletableFuture<String> outcome) {
        this.outcome = outcome;
        outcome.whenComplete((value, failure) -> begun.complete(false));
    }

    boolean hasBegun() {
        return begun.getNow(false);
    }

    boolean isWaiting() {
        return !begun.isDone();
    }

    /** Waits for the beginning of the body; throws what the call ended with instead. */
    Call awaitBegun() {
        if (!get(begun)) {
            throw Failures.<RuntimeException>rethrow(failure());
        }
        return this;
    }

    void succeed() {
        body.complete("done");
        if (!get(outcome).equals("done")) {
            throw new AssertionError("another result than that of the body");
        }
    }

    void fail(Throwable failure) {
        body.completeExceptionally(failure);
        if (failure() != failure) {
            throw new AssertionError("another failure than that of the body", failure());
        }
    }

    /** Waits for the failure the call ends with. */
    Throwable failure() {
        try {
            throw new AssertionError("no failure but " + outcome.get(1, TimeUnit.MINUTES));
        } catch (ExecutionException e) {
            return Classifier.unwrap(e);
        } catch (CancellationException e) {
            return e;
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until the call is turned away. */
    BulkheadFullException rejection() {
        Throwable failure = failure();
        if (hasBegun() || !(failure instanceof BulkheadFullException full)) {
            throw new AssertionError("not turned away", failure);
        }
        return full;
    }

    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(1, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw Failures.<RuntimeException>rethrow(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
