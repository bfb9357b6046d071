package dev.firefly.resilience.retry;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A retry gave up. Thrown in two cases only:
 *
 * <ul>
 *   <li>with {@code wrap-exhausted}, when attempts or time ran out: the cause is the last failure, without the wrappers
 *       that {@code java.util.concurrent} puts around it, or absent when the last result was not accepted;
 *   <li>when the thread was interrupted while it waited after a result that was not accepted, whatever
 *       {@code wrap-exhausted} says, since there is no failure of the call that could be thrown: the cause is the
 *       {@link InterruptedException}, and the thread's interrupt flag is set.
 * </ul>
 */
public final class RetryExhaustedException extends ResilienceException {
    private static final long serialVersionUID = 1L;

    private final int attempts;

    /**
     * @param instance the retry's name
     * @param attempts how many attempts were made
     * @param reason why no other one is made, to be read after a colon
     * @param cause the last failure or the interruption; null when there was only a result that was not accepted
     */
    public RetryExhaustedException(String instance, int attempts, String reason, @Nullable Throwable cause) {
        super(ErrorCode.RETRY_EXHAUSTED, Pattern.RETRY, instance, message(instance, attempts, reason), cause, true);
        this.attempts = attempts;
    }

    private static String message(String instance, int attempts, String reason) {
        return "Retry [" + instance + "] gave up after " + attempts + (attempts == 1 ? " attempt: " : " attempts: ")
                + reason;
    }

    /** How many attempts were made, the first included. */
    public int attempts() {
        return attempts;
    }

    /** What the last failure says, if it is one of this library. */
    @Override
    public Optional<Duration> retryAfter() {
        return getCause() instanceof ResilienceException cause ? cause.retryAfter() : Optional.empty();
    }
}
