package dev.firefly.resilience.engine.state;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A state on this node alone, while there is one. A change replaces it as a whole, by compare-and-set; there is no lock.
 */
final class LocalState<S> {
    private final AtomicReference<@Nullable Stamped<S>> current;
    private final StateType<S> type;
    private final LongSupplier clock;

    /** @param first what it begins with; null: it begins later */
    LocalState(StateType<S> type, LongSupplier clock, @Nullable Stamped<S> first) {
        this.type = type;
        this.clock = clock;
        this.current = new AtomicReference<>(first);
    }

    void begin(Stamped<S> first) {
        current.set(first);
    }

    /** Takes the state away: nothing changes it any more. */
    @Nullable
    S end() {
        Stamped<S> last = current.getAndSet(null);
        return last == null ? null : last.state();
    }

    /** The state; null when there is none. */
    @Nullable
    S get() {
        Stamped<S> seen = current.get();
        return seen == null ? null : seen.state();
    }

    /** The time by which to judge the state. */
    long now() {
        long now = clock.getAsLong();
        Stamped<S> seen = current.get();
        if (seen == null) {
            return now;
        }
        if (seen.isFarAheadOf(now)) {
            seen = current.updateAndGet(stepped -> stepped == null ? null : stepped.rebased(now, type));
        }
        return seen == null ? now : seen.clamped(now);
    }

    /**
     * Applies a transition; null when there is no state. Not a swap: the step's answer must come out of the round that won.
     */
    <A> @Nullable Change<S, A> apply(Transition<S, A> transition) {
        while (true) {
            Stamped<S> seen = current.get();
            if (seen == null) {
                return null;
            }
            long clockNow = clock.getAsLong();
            Stamped<S> before = seen.rebased(clockNow, type);
            long now = before.clamped(clockNow);
            Step<S, A> step = transition.apply(before.state(), now);
            Stamped<S> after = step.state() == before.state() ? before : new Stamped<>(step.state(), now);
            if (after == seen || current.compareAndSet(seen, after)) {
                return new Change<>(before.state(), step.state(), step.answer(), now);
            }
        }
    }
}
