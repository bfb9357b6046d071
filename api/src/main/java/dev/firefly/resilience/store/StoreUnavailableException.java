package dev.firefly.resilience.store;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The shared store did not decide. Who gets this holds nothing: no permit, no token, no probe. */
public final class StoreUnavailableException extends ResilienceException {
    private static final long serialVersionUID = 1L;

    private StoreUnavailableException(
            ErrorCode code,
            Pattern pattern,
            String instance,
            String message,
            @Nullable Throwable cause,
            boolean stackTrace) {
        super(code, pattern, instance, message, cause, stackTrace);
    }

    /** No decision within the time a call waits for the store. */
    public static StoreUnavailableException lockTimeout(
            Pattern pattern, String instance, Duration waited, boolean stackTrace) {
        String message = "The store did not decide about " + pattern.key() + " [" + instance + "] within "
                + Durations.limit(waited);
        return new StoreUnavailableException(
                ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT, pattern, instance, message, null, stackTrace);
    }

    /** The store failed or must not be used. */
    public static StoreUnavailableException unavailable(
            Pattern pattern, String instance, String why, @Nullable Throwable cause, boolean stackTrace) {
        String message = "The store cannot be used for " + pattern.key() + " [" + instance + "]: " + why;
        return new StoreUnavailableException(
                ErrorCode.RESILIENCE_STORE_UNAVAILABLE, pattern, instance, message, cause, stackTrace);
    }
}
