package dev.firefly.resilience.timelimiter;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import java.time.Duration;

/** A call took longer than its time limit. What it failed with after that, if it did, is suppressed in this exception. */
public final class TimeoutExceededException extends ResilienceException {
    private static final long serialVersionUID = 1L;

    private final Duration limit;

    /**
     * @param instance the limiter's name
     * @param limit how long the call was allowed to take
     */
    public TimeoutExceededException(String instance, Duration limit) {
        super(
                ErrorCode.CALL_TIMEOUT,
                Pattern.TIME_LIMITER,
                instance,
                "Time limiter [" + instance + "]: the call took longer than " + Durations.limit(limit),
                null,
                true);
        this.limit = limit;
    }

    /** How long the call was allowed to take: the limiter's timeout, or what a limit around it had left of that. */
    public Duration limit() {
        return limit;
    }
}
