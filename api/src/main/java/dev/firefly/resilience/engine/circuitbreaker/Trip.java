package dev.firefly.resilience.engine.circuitbreaker;

/**
 * Why a circuit opened.
 *
 * @param tally the figures at that moment
 */
record Trip(Cause cause, Tally tally) {
    static final Trip BY_HAND = new Trip(Cause.BY_HAND, Tally.NOTHING);

    enum Cause {
        FAILURES(0),
        FAILURE_RATE(1),
        SLOW_CALLS(2),
        PROBE_FAILED(3),
        BY_HAND(4);

        /** The number that stands for it in records; never changes. */
        final int code;

        Cause(int code) {
            this.code = code;
        }

        static Cause of(int code) {
            for (Cause cause : values()) {
                if (cause.code == code) {
                    return cause;
                }
            }
            throw new IllegalArgumentException("cause " + code);
        }
    }

    /** The same figures, kept while a failed probe opens the circuit anew. */
    Trip byProbe() {
        return new Trip(Cause.PROBE_FAILED, tally);
    }

    Trip shifted(long nanos) {
        return new Trip(
                cause,
                new Tally(
                        tally.calls(),
                        tally.failures(),
                        tally.slowCalls(),
                        tally.times().shifted(nanos)));
    }
}
