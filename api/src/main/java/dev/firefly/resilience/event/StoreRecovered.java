package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/** The shared store can be used again. */
public record StoreRecovered(Pattern pattern, String instance, Instant time, String node) implements StoreEvent {}
