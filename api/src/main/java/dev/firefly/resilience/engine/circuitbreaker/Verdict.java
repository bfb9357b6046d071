package dev.firefly.resilience.engine.circuitbreaker;

/** What became of an outcome that was reported to the circuit. */
enum Verdict {
    COUNTED,
    /** It says nothing, or the circuit does not record. */
    DISREGARDED,
    /** It came under an older epoch, or after its permit had lapsed. */
    LATE
}
