package dev.firefly.resilience.ratelimiter;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rate limiter turned a call away: there is no token for it in time, or the wait for one was interrupted. */
public final class RateLimitExceededException extends ResilienceException {
    private static final long serialVersionUID = 1L;

    private final long retryAfterNanos;

    /**
     * @param instance the limiter's name
     * @param retryAfterNanos how long until there are enough tokens if nobody else takes any
     */
    public RateLimitExceededException(String instance, long retryAfterNanos, boolean stackTrace) {
        this(instance, retryAfterNanos, null, stackTrace);
    }

    /**
     * @param instance the limiter's name
     * @param retryAfterNanos how long until there are enough tokens if nobody else takes any
     * @param interruption what ended the wait for a token; null when there was none
     */
    public RateLimitExceededException(
            String instance, long retryAfterNanos, @Nullable InterruptedException interruption, boolean stackTrace) {
        super(ErrorCode.RATE_LIMIT_EXCEEDED, Pattern.RATE_LIMITER, instance, null, interruption, stackTrace);
        this.retryAfterNanos = Math.max(0, retryAfterNanos);
    }

    /** How long until there are enough tokens: exact unless others give tokens back or take some. */
    @Override
    public Optional<Duration> retryAfter() {
        return Optional.of(Duration.ofNanos(retryAfterNanos));
    }

    @Override
    public String getMessage() {
        String reason = getCause() == null ? "has no token in time" : "was interrupted while it waited for a token";
        return "Rate limiter [" + instance() + "] " + reason + "; try again in "
                + Durations.rounded(Duration.ofNanos(retryAfterNanos));
    }
}
