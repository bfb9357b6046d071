package dev.firefly.resilience.event;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A guard turned a call away.
 *
 * @param code why
 * @param retryAfter how long until a call has a chance, where that is known
 */
public record CallRejected(
        Pattern pattern, String instance, Instant time, String node, ErrorCode code, Optional<Duration> retryAfter)
        implements ResilienceEvent {}
