package dev.firefly.resilience.engine.state;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A state on this node alone, until it ends. A change replaces it as a whole, by compare-and-set; there is no lock. */
final class LocalState<S> {
    private final AtomicReference<@Nullable Stamped<S>> current;
    private final StateType<S> type;
    private final LongSupplier clock;

    LocalState(StateType<S> type, LongSupplier clock, Stamped<S> first) {
        this.type = type;
        this.clock = clock;
        this.current = new AtomicReference<>(first);
    }

    /** Takes the state away: nothing changes it any more. Null when it was taken before. */
    @Nullable
    Stamped<S> end() {
        return current.getAndSet(null);
    }

    /** The state; null when it has ended. */
    @Nullable
    S get() {
        Stamped<S> seen = current.get();
        return seen == null ? null : seen.state();
    }

    /** When the state changed last; 0 when it never has, or has ended. */
    long at() {
        Stamped<S> seen = current.get();
        return seen == null ? 0 : seen.at();
    }

    /** Whether it has not changed for so long, and nothing in it is in force any more. */
    boolean isIdle(long nanos) {
        S seen = get();
        long now = now();
        return seen == null || now - at() >= nanos && !type.isNeeded(seen, now);
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
     * Applies a transition; null when the state has ended. Not a swap: the step's answer must come out of the round that
     * won.
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
