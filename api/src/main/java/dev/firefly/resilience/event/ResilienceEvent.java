package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * Something that happened to a pattern or to the store. Immutable.
 *
 * <p>A transition is announced by the node that made it, once; not at all if that node dies at that very moment.
 */
public sealed interface ResilienceEvent
        permits CallRejected,
                CircuitTransition,
                DeadlineExceeded,
                FallbackExecuted,
                LateResultIgnored,
                RetryAttempted,
                RetryExhausted,
                StoreEvent {
    /** The pattern concerned. */
    Pattern pattern();

    /** The name of the instance concerned. */
    String instance();

    /** When it happened: by the store's clock for what concerns the store, else by this node's. */
    Instant time();

    /** The node it happened on. */
    String node();
}
