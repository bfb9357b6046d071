package dev.firefly.resilience.engine.state;

import org.jspecify.annotations.Nullable;

/**
 * A change of state as a pure function: no clock, no chance, no effect. It may be applied several times, to different
 * states and on another thread; only one application counts.
 */
@FunctionalInterface
public interface Transition<S, A> {
    /**
     * Applies the change to a state.
     *
     * @param now nanoseconds since the Unix epoch on the store's clock, never before the last change of the state
     */
    Step<S, A> apply(S state, long now);

    /**
     * One transition that does what this one and then the next would do, or null when there is none. Lets a node gather
     * many small outcomes in little space.
     */
    default @Nullable Transition<S, A> merge(Transition<S, ?> next) {
        return null;
    }

    /**
     * Whether applying it a second time would change nothing more. Only such a transition is tried again after the store
     * failed in the middle of a write.
     */
    default boolean isRepeatable() {
        return false;
    }
}
