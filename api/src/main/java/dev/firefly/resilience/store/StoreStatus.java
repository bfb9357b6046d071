package dev.firefly.resilience.store;

import java.time.Instant;
import java.util.Optional;

/**
 * How a registry stands with the store that holds its state; immutable, as of one moment. That of a single
 * circuit may have a cause while it is shared, and no since while it is degraded; what that means is said at {@link
 * dev.firefly.resilience.circuitbreaker.Explanation#store()}.
 *
 * @param mode where the registry's decisions are made just now
 * @param onFailure what it does while the store is down; without meaning in memory
 * @param registries how many registries share the store, this one included, as far as known; 1 in memory
 * @param since when the store, or the first part of it, was found to be down; empty unless degraded
 * @param cause what it answered then, or that it did not; empty unless degraded
 */
public record StoreStatus(
        Mode mode, OnFailure onFailure, int registries, Optional<Instant> since, Optional<String> cause) {

    /** Where decisions are made. */
    public enum Mode {
        /** In this registry's memory: it shares with nobody. */
        MEMORY,
        /** In the shared store. */
        SHARED,
        /** The store, or a part of it, is down: what lies there goes by {@link OnFailure}, until it answers again. */
        DEGRADED
    }

    /** The status of a registry that keeps its state in memory. */
    public static StoreStatus inMemory() {
        return new StoreStatus(Mode.MEMORY, OnFailure.LOCAL, 1, Optional.empty(), Optional.empty());
    }
}
