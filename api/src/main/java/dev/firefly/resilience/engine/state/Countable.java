package dev.firefly.resilience.engine.state;

/** A transition that often comes many times in a row, and of which it then matters only how often. */
public interface Countable<S, A> extends Transition<S, A> {
    /**
     * Whether on this state it may as well be applied a little later, and more of it with it: whatever call asks in the
     * meantime is told the same.
     */
    boolean canWait(S state);

    /** One transition that does what so many of this do in a row. */
    Transition<S, A> times(int count);
}
