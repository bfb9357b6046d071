package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.engine.state.Cell;

/**
 * A configuration, worked out into what decisions compare with.
 *
 * @param term how long a permit lasts that is neither given back nor renewed
 */
record Rules(boolean enabled, int maxConcurrent, long maxWaitNanos, LeaseTerm term, boolean renewal) {
    /** @param parts as {@link Cell#parts}: of the permits, each node has its share */
    static Rules of(BulkheadConfig config, int parts) {
        int most = config.maxConcurrent();
        return new Rules(
                config.enabled() && parts != Cell.UNGUARDED,
                parts > 1 && most > 0 ? Math.max(1, most / parts) : most,
                config.maxWait().toNanos(),
                new LeaseTerm(config.permitTtl().toNanos()),
                config.permitRenewal());
    }

    /** Whether nobody is to pass, however long they wait. */
    boolean isClosed() {
        return maxConcurrent == 0;
    }
}
