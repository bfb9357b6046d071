package dev.firefly.resilience.engine.state;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the store. */
final class Waiting {
    private Waiting() {}

    /** What a future failed with; whoever fails one here does so with an unchecked exception. */
    static RuntimeException causeOf(ExecutionException e) {
        return e.getCause() instanceof RuntimeException own ? own : new IllegalStateException(e);
    }

    /**
     * Waits without being interrupted: the wait is short, and an interrupt is meant for the guarded code, which finds the
     * flag set.
     */
    static <T> T uninterruptibly(CompletableFuture<T> future, long nanos) throws TimeoutException, ExecutionException {
        long end = System.nanoTime() + nanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
