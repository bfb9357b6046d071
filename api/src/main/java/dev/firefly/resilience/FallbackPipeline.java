package dev.firefly.resilience;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.CheckedRunnable;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Pipeline} with a fallback around all its patterns. Thread-safe and immutable.
 *
 * @param <T> the result of its calls
 */
public interface FallbackPipeline<T extends @Nullable Object> extends PipelineSteps<FallbackPipeline<T>> {
    /**
     * Runs the body on the calling thread under all patterns.
     *
     * @return what the body or else the fallback returns
     * @throws E what the body throws, as it is, where the fallback is not meant for it
     * @throws dev.firefly.resilience.core.ResilienceException when a pattern turns the call away and the fallback is not
     *     meant for that
     * @throws IllegalStateException when the fallback {@linkplain dev.firefly.resilience.fallback.Fallback#handleAsync
     *     comes as a stage}
     */
    <E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E;

    /** As {@link #call(CheckedCallable)}, for a body without a result; the fallback's is dropped. */
    <E extends Exception> void call(CheckedRunnable<E> body) throws E;

    /** Starts asynchronous work under all patterns; as {@link dev.firefly.resilience.core.Guard#callAsync} describes. */
    CompletionStage<T> callAsync(CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body);
}
