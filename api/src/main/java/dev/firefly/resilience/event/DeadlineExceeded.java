package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Duration;
import java.time.Instant;

/**
 * A call took longer than its time limit.
 *
 * @param limit the limit
 */
public record DeadlineExceeded(Pattern pattern, String instance, Instant time, String node, Duration limit)
        implements ResilienceEvent {}
