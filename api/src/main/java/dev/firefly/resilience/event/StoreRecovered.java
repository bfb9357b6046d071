package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * All of the shared store answers again. Announced once for each {@link StoreDegraded}, however many parts went down and
 * came back in between. On which thread listeners run is not promised.
 *
 * @param pattern as in that event: the pattern of the name that found out about the first part that went down
 * @param instance as in that event: that name
 * @param time on the store's clock
 * @param node the registry that found out
 */
public record StoreRecovered(Pattern pattern, String instance, Instant time, String node) implements StoreEvent {}
