package dev.firefly.resilience.engine.retry;

import dev.firefly.resilience.core.CallContext;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.core.ResilienceException;
import dev.firefly.resilience.engine.retry.RetryDecision.Again;
import dev.firefly.resilience.engine.retry.RetryDecision.GiveUp;
import dev.firefly.resilience.retry.Outcome;
import dev.firefly.resilience.retry.RetryConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Decides what follows an attempt: a function of the settings, the attempt and chance. All arithmetic saturates.
 *
 * <p>The wait is the back-off's, capped, then drawn from what is left of it with full jitter, then raised to the
 * failure's retry-after. Jitter comes last, on top of the retry-after too: many callers that were told the same moment
 * should not all return at it.
 */
final class RetryPolicy {
    private RetryPolicy() {}

    /**
     * @param context the attempt that just ended; its elapsed time counts only where the settings need it
     * @param outcome a failure, or a result that is not accepted
     */
    static RetryDecision decide(RetryConfig config, CallContext context, Outcome outcome, Randomness random) {
        if (outcome instanceof Outcome.Failed failed && !isRetryable(config.classifier(), failed.cause())) {
            return GiveUp.NOT_RETRYABLE;
        }
        if (context.attempt() >= config.maxAttempts()) {
            return GiveUp.ATTEMPTS;
        }
        Duration backoff = backoff(config, context, outcome);
        if (backoff.isNegative()) {
            return GiveUp.BACKOFF;
        }
        long wait = wait(config, nanos(backoff), retryAfterNanos(config, outcome), random);
        return inTime(config, context, wait);
    }

    /**
     * Whether an attempt may start after a wait, or at once for a wait of zero. At max-duration exactly it may; at the
     * deadline it may not, because it would have no time at all.
     */
    static RetryDecision inTime(RetryConfig config, CallContext context, long waitNanos) {
        Optional<Duration> longest = config.maxDuration();
        if (longest.isPresent() && waitNanos > nanos(longest.get()) - nanos(context.elapsed())) {
            return GiveUp.MAX_DURATION;
        }
        Optional<Duration> remaining = context.remaining();
        if (remaining.isPresent() && waitNanos >= nanos(remaining.get())) {
            return GiveUp.DEADLINE;
        }
        return new Again(waitNanos);
    }

    /** Whether the class of a failure lets it be retried. */
    private static boolean isRetryable(Classifier classifier, Throwable failure) {
        if (!classifier.matches(failure) || failure instanceof InterruptedException) {
            return false;
        }
        if (failure instanceof Error) {
            return classifier.names(failure, Error.class);
        }
        if (failure instanceof CancellationException) {
            return classifier.names(failure, CancellationException.class);
        }
        // An open circuit answers the same until its wait is over: asking again only delays the caller.
        return !(failure instanceof ResilienceException rejection && rejection.code() == ErrorCode.CIRCUIT_OPEN)
                || classifier.names(failure, ResilienceException.class);
    }

    private static Duration backoff(RetryConfig config, CallContext context, Outcome outcome) {
        return config.customBackoff().isPresent()
                ? config.customBackoff().get().waitAfter(context, outcome)
                : config.backoff().waitAfter(config.waitDuration(), config.backoffMultiplier(), context.attempt());
    }

    private static long wait(RetryConfig config, long backoffNanos, long floorNanos, Randomness random) {
        long wait =
                Math.min(backoffNanos, config.maxWait().map(RetryPolicy::nanos).orElse(Long.MAX_VALUE));
        if (config.fullJitter()) {
            wait = random.nextLong(wait);
        }
        wait = Math.max(wait, floorNanos);
        long extra = random.nextLong(nanos(config.jitter()));
        return extra > Long.MAX_VALUE - wait ? Long.MAX_VALUE : wait + extra;
    }

    /** How long the failure itself asks to wait; zero when it asks nothing. */
    private static long retryAfterNanos(RetryConfig config, Outcome outcome) {
        if (!(outcome instanceof Outcome.Failed failed)) {
            return 0;
        }
        long nanos = failed.cause() instanceof ResilienceException own
                ? own.retryAfter().map(RetryPolicy::nanos).orElse(0L)
                : 0;
        if (config.retryAfter().isPresent()) {
            Optional<Duration> found = config.retryAfter().get().apply(failed.cause());
            nanos = Math.max(nanos, found.map(RetryPolicy::nanos).orElse(0L));
        }
        return Math.max(0, nanos);
    }

    /** The nanoseconds of a duration, or the nearest number a {@code long} holds. */
    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLarge) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
