package dev.firefly.resilience.engine.state;

/**
 * A state with the time of its last change.
 *
 * <p>Clocks of a cluster step back now and then. Up to a second is taken for jitter and read as no time having passed.
 * After a larger step everything is moved along with the clock: nothing is gained by it and nobody waits for the clock to
 * catch up.
 */
record Stamped<S>(S state, long at) {
    static final long JITTER_NANOS = 1_000_000_000;

    boolean isFarAheadOf(long now) {
        return at - now > JITTER_NANOS;
    }

    /** The time by which to judge this state. */
    long clamped(long now) {
        return Math.max(now, at);
    }

    /** The state as the clock now counts. */
    Stamped<S> rebased(long now, StateType<S> type) {
        return isFarAheadOf(now) ? new Stamped<>(type.shift(state, now - at), now) : this;
    }
}
