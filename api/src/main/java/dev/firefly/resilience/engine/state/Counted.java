package dev.firefly.resilience.engine.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * How often a transition has come again that can wait, until it is applied that many times at once. Thread-safe: each is
 * counted, or else its caller is told to apply it.
 */
final class Counted<S, A> {
    static final int CLOSED = -1;

    private final Countable<S, A> transition;
    private final Consumer<Change<S, A>> done;
    private final AtomicInteger count = new AtomicInteger();

    Counted(Countable<S, A> transition, Consumer<Change<S, A>> done) {
        this.transition = transition;
        this.done = done;
    }

    /**
     * Counts the transition if it is this one.
     *
     * @return how many were counted before; {@link #CLOSED} when it was not counted
     */
    int add(Transition<S, ?> again) {
        return again == transition
                ? count.getAndUpdate(before -> before == CLOSED || before == Integer.MAX_VALUE ? before : before + 1)
                : CLOSED;
    }

    /** Whether it may still wait now that the state is this. */
    boolean canWait(S state) {
        return transition.canWait(state);
    }

    /** Ends the counting; has what was counted applied, once. */
    void close(LocalState<S> state) {
        int counted = count.getAndSet(CLOSED);
        if (counted > 0) {
            Change<S, A> change = state.apply(transition.times(counted));
            if (change != null) {
                done.accept(change);
            }
        }
    }
}
