package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.Failures;
import org.jspecify.annotations.Nullable;

/**
 * How a body ended.
 *
 * @param value its result, null when there is none
 * @param failure what it threw, null when it returned
 * @param late whether its deadline came first
 */
record Ended<V extends @Nullable Object>(
        @Nullable V value, @Nullable Throwable failure, boolean late) {

    /** Not at all, or nobody knows how: the deadline has come. */
    static <V extends @Nullable Object> Ended<V> byDeadline() {
        return new Ended<>(null, null, true);
    }

    /** Ends as the body ended, with its value or its failure as it is. */
    @SuppressWarnings("NullAway") // a value is null only where the body may return null
    <E extends Exception> V outcome() throws E {
        if (failure != null) {
            throw Failures.<E>rethrow(failure);
        }
        return value;
    }
}
