package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * The shared store cannot be used; calls go on as {@code on-failure} says.
 *
 * @param cause what the store answered last
 */
public record StoreDegraded(Pattern pattern, String instance, Instant time, String node, String cause)
        implements StoreEvent {}
