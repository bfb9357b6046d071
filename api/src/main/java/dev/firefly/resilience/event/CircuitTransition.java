package dev.firefly.resilience.event;

import dev.firefly.resilience.circuitbreaker.BreakerState;

/** A circuit changed its phase. */
public sealed interface CircuitTransition extends ResilienceEvent
        permits CircuitOpened, CircuitHalfOpened, CircuitClosed {
    /** The new state. */
    BreakerState state();
}
