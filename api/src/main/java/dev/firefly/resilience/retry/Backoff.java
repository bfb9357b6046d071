package dev.firefly.resilience.retry;

import dev.firefly.resilience.core.CallContext;
import java.time.Duration;

/**
 * Computes the wait before the next attempt, for growth that no {@link BackoffKind} describes. The cap, the jitter and a
 * retry-after that the failure carries are applied to what it answers. Implementations are thread-safe.
 */
@FunctionalInterface
public interface Backoff {
    /**
     * The wait after an attempt that is to be made again. It is asked only when attempts are left.
     *
     * @param context the attempt that just ended, the time since the call began and what is left of its deadline
     * @param outcome what the attempt ended with
     * @return the wait; zero for none, negative to give up now, as if attempts had run out. What is thrown instead ends
     *     the call, with the attempt's failure suppressed in it
     */
    Duration waitAfter(CallContext context, Outcome outcome);

    /**
     * The same wait after each attempt.
     *
     * @param wait not negative
     */
    static Backoff constant(Duration wait) {
        requireNotNegative(wait);
        return (context, outcome) -> wait;
    }

    /**
     * The base times the number of the attempt.
     *
     * @param base not negative
     */
    static Backoff linear(Duration base) {
        requireNotNegative(base);
        return (context, outcome) -> BackoffKind.LINEAR.waitAfter(base, 1, context.attempt());
    }

    /**
     * The base times a power of the multiplier.
     *
     * @param base not negative
     * @param multiplier above 0
     */
    static Backoff exponential(Duration base, double multiplier) {
        requireNotNegative(base);
        if (!(multiplier > 0)) {
            throw new IllegalArgumentException("The multiplier must be above 0, was " + multiplier);
        }
        return (context, outcome) -> BackoffKind.EXPONENTIAL.waitAfter(base, multiplier, context.attempt());
    }

    /**
     * The base times 1, 1, 2, 3, 5, ...
     *
     * @param base not negative
     */
    static Backoff fibonacci(Duration base) {
        requireNotNegative(base);
        return (context, outcome) -> BackoffKind.FIBONACCI.waitAfter(base, 1, context.attempt());
    }

    private static void requireNotNegative(Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException("The wait must not be negative, was " + wait);
        }
    }
}
