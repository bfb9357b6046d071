package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An attempt failed and another will follow.
 *
 * @param attempt the number of the attempt that failed, 1 for the first
 * @param delay the wait before the next one
 * @param failure what it ended with; empty when its result was not accepted
 */
public record RetryAttempted(
        Pattern pattern,
        String instance,
        Instant time,
        String node,
        int attempt,
        Duration delay,
        Optional<Throwable> failure)
        implements ResilienceEvent {}
