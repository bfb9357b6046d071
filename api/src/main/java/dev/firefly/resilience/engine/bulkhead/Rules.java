package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.BulkheadConfig;

/**
 * A configuration, worked out into what decisions compare with.
 *
 * @param term how long a permit lasts that is neither given back nor renewed
 */
record Rules(boolean enabled, int maxConcurrent, long maxWaitNanos, LeaseTerm term, boolean renewal) {
    static Rules of(BulkheadConfig config) {
        return new Rules(
                config.enabled(),
                config.maxConcurrent(),
                config.maxWait().toNanos(),
                new LeaseTerm(config.permitTtl().toNanos()),
                config.permitRenewal());
    }

    /** Whether nobody is to pass, however long they wait. */
    boolean isClosed() {
        return maxConcurrent == 0;
    }
}
