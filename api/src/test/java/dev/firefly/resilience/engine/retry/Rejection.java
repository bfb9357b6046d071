package dev.firefly.resilience.engine.retry;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A failure of this library's own, of any kind. */
final class Rejection extends ResilienceException {
    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    Rejection(ErrorCode code, @Nullable Duration retryAfter) {
        super(code, Pattern.CIRCUIT_BREAKER, "payments", code.name(), null, false);
        this.retryAfter = retryAfter;
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
