package dev.firefly.resilience.engine.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How often a transition has come again that can wait, until it is applied that many times at once. Thread-safe: each is
 * counted, or else its caller is told to apply it.
 */
final class Counted<S, A> {
    static final int CLOSED = -1;

    private final Countable<S, A> transition;
    private final Consumer<Change<S, A>> done;
    private final AtomicInteger count = new AtomicInteger();
    private final ReentrantLock ending = new ReentrantLock();

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

    /** Ends the counting. When this returns, what was counted is in the state, whoever has applied it. */
    void close(LocalState<S> state) {
        Change<S, A> change = applied(state);
        if (change != null) {
            done.accept(change);
        }
    }

    /** One at a time, so that nobody goes on between the end of the counting and the application. */
    private @Nullable Change<S, A> applied(LocalState<S> state) {
        ending.lock();
        try {
            int counted = count.getAndSet(CLOSED);
            return counted > 0 ? state.apply(transition.times(counted)) : null;
        } finally {
            ending.unlock();
        }
    }
}
