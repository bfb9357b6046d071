package dev.firefly.resilience.store;

/**
 * What becomes of calls while the shared store is down: {@code firefly.resilience.store.on-failure}. It is also in force
 * for a single name, as long as its record is one that a newer major version of this library wrote.
 */
public enum OnFailure {
    /**
     * Each registry goes on alone with its share of every limit: the limit divided by the last known number of registries,
     * and at least 1. The default.
     */
    LOCAL,
    /** Calls that need the store end with {@link StoreUnavailableException}. */
    FAIL,
    /** Calls pass as if their circuit breakers, rate limiters and bulkheads were not there. */
    OPEN
}
