package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * A fallback took the place of a failed call.
 *
 * @param failure what the call ended with
 */
public record FallbackExecuted(Pattern pattern, String instance, Instant time, String node, Throwable failure)
        implements ResilienceEvent {}
