package dev.firefly.resilience.core;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What every pattern that stands around a call has in common. Guards nest freely: a guard's {@code call} can be the body
 * of another.
 *
 * <p>All guards are thread-safe. User code never runs while a lock of the store is held.
 */
public interface Guard {
    /** The name of this instance. */
    String name();

    /**
     * Runs the body on the calling thread under this guard.
     *
     * @return what the body returns
     * @throws E what the body throws, as it is
     * @throws ResilienceException when the guard turns the call away
     */
    <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E;

    /**
     * Runs the body on the calling thread under this guard.
     *
     * @throws E what the body throws, as it is
     * @throws ResilienceException when the guard turns the call away
     */
    default <E extends Exception> void call(CheckedRunnable<E> body) throws E {
        this.<Boolean, E>call(() -> {
            body.run();
            return true;
        });
    }

    /**
     * Starts asynchronous work under this guard. The outcome of the call is the outcome of the stage; a body that throws
     * or returns null counts as a failed stage, and {@code CompletionException} and {@code ExecutionException} are taken
     * off before anything is classified. The caller is never blocked: what the guard has to wait for is awaited as a
     * stage, after which the body runs on the library's executor.
     *
     * @return a stage with the body's outcome, or failed with a {@link ResilienceException} when the guard turns the
     *     call away; this method itself throws nothing. Cancelling it cancels the body's stage where that can be done.
     */
    <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body);
}
