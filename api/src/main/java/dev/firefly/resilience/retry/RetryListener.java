package dev.firefly.resilience.retry;

import dev.firefly.resilience.core.CallContext;
import java.time.Duration;

/** Hears of each attempt that will be made again, before the wait. Implementations are thread-safe. */
@FunctionalInterface
public interface RetryListener {
    /**
     * An attempt ended in a way that is retried. Called on the thread that goes on with the call, which waits for it. An
     * exception thrown here is logged and changes nothing.
     *
     * @param context the attempt that just ended, the time since the call began and what is left of its deadline
     * @param outcome what the attempt ended with
     * @param wait the wait before the next attempt
     */
    void onRetry(CallContext context, Outcome outcome, Duration wait);
}
