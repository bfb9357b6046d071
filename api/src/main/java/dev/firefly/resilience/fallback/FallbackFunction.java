package dev.firefly.resilience.fallback;

import dev.firefly.resilience.core.CallContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes the replacement for a failed call. Implementations are thread-safe.
 *
 * @param <R> the replacement
 */
@FunctionalInterface
public interface FallbackFunction<R extends @Nullable Object> {
    /**
     * Makes the replacement.
     *
     * @param failure what the call failed with, without the wrappers that {@code java.util.concurrent} puts around it
     * @param context the fallback's name, the time since the call began and what is left of its deadline
     * @return the replacement; null is one too
     * @throws Throwable anything; it becomes the outcome of the call as it is, checked or not, with the failure
     *     suppressed in it
     */
    R apply(Throwable failure, CallContext context) throws Throwable;
}
