package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Instant;
import java.util.Optional;

/**
 * A retry gave up on an outcome it would have liked to retry: attempts or time had run out.
 *
 * @param attempts how many attempts were made
 * @param failure what the last one ended with; empty when its result was not accepted
 */
public record RetryExhausted(
        Pattern pattern, String instance, Instant time, String node, int attempts, Optional<Throwable> failure)
        implements ResilienceEvent {}
