package dev.firefly.resilience.annotation;

import org.jspecify.annotations.Nullable;

/**
 * Makes replacements for the failed calls of methods that name it as {@link Fallback#handler}.
 *
 * @param <T> the replacement: for a method that returns a {@code CompletionStage}, a stage
 */
@FunctionalInterface
public interface FallbackHandler<T extends @Nullable Object> {
    /**
     * Makes a replacement.
     *
     * @throws Exception anything; it becomes the outcome of the call as it is, with the failure suppressed in it
     */
    T handle(FallbackContext context) throws Exception;

    /** Stands for no handler at all. */
    interface None extends FallbackHandler<@Nullable Void> {}
}
