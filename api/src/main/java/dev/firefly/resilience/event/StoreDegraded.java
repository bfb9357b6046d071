package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * The shared store, or a part of it, cannot be used; calls that need that part go on as {@code store.on-failure} says.
 * Announced once, when the first part goes down; {@link StoreRecovered} follows when all of the store answers again. A
 * single name whose record a newer major version wrote goes by {@code store.on-failure} too, but is no such event.
 *
 * <p>On which thread listeners run is not promised.
 *
 * @param pattern the pattern of the name that the store was asked for when this was found out; other names may be
 *     affected, of any pattern
 * @param instance that name; {@code (registries)} of the pattern {@code CIRCUIT_BREAKER} when it was the record in which
 *     registries say that they are there, or that name is no longer in use
 * @param time on the store's clock
 * @param node the registry that found out; each announces its own findings
 * @param cause how the last failed question to the store ended
 */
public record StoreDegraded(Pattern pattern, String instance, Instant time, String node, String cause)
        implements StoreEvent {}
