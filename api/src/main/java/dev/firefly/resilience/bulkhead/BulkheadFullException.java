package dev.firefly.resilience.bulkhead;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import org.jspecify.annotations.Nullable;

/** The bulkhead turned a call away: no permit became free in time, or the wait for one was interrupted. */
public final class BulkheadFullException extends ResilienceException {
    private static final long serialVersionUID = 1L;

    private final int maxConcurrent;

    /**
     * @param instance the bulkhead's name
     * @param maxConcurrent how many calls may run at once
     */
    public BulkheadFullException(String instance, int maxConcurrent, boolean stackTrace) {
        this(instance, maxConcurrent, null, stackTrace);
    }

    /**
     * @param instance the bulkhead's name
     * @param maxConcurrent how many calls may run at once
     * @param interruption what ended the wait for a permit; null when there was none
     */
    public BulkheadFullException(
            String instance, int maxConcurrent, @Nullable InterruptedException interruption, boolean stackTrace) {
        super(ErrorCode.BULKHEAD_FULL, Pattern.BULKHEAD, instance, null, interruption, stackTrace);
        this.maxConcurrent = maxConcurrent;
    }

    /** How many calls may run at once. */
    public int maxConcurrent() {
        return maxConcurrent;
    }

    @Override
    public String getMessage() {
        if (getCause() != null) {
            return "Bulkhead [" + instance() + "] was interrupted while it waited for a permit";
        }
        return "Bulkhead [" + instance() + "] is "
                + (maxConcurrent == 0
                        ? "closed: max-concurrent is 0"
                        : "full: all " + maxConcurrent + " permits are out");
    }
}
