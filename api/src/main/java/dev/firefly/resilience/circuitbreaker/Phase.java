package dev.firefly.resilience.circuitbreaker;

/** The phases of a circuit. */
public enum Phase {
    /** Calls are admitted and their outcomes judged. */
    CLOSED,
    /** Calls are rejected until the wait is over. */
    OPEN,
    /** The wait is over: a limited number of probes decides whether the circuit closes or opens anew. */
    HALF_OPEN,
    /** Somebody opened the circuit by hand, without an end. Calls are rejected and no retry-after can be told. */
    FORCED_OPEN,
    /** Somebody switched the circuit off. Calls are admitted and nothing is recorded; it never leaves by itself. */
    DISABLED
}
