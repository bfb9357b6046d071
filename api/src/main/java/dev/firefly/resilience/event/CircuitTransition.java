package dev.firefly.resilience.event;

import dev.firefly.resilience.circuitbreaker.BreakerState;

/** A circuit changed its phase. */
public sealed interface CircuitTransition extends ResilienceEvent
        permits CircuitOpened, CircuitHalfOpened, CircuitClosed {
    /** The new state. */
    BreakerState state();

    /**
     * Whether another node did it, which is announced only with {@code events.cluster=true}. {@link #node()} is then the
     * node that tells: a record says what was done to a circuit, and not by whom.
     */
    boolean remote();
}
