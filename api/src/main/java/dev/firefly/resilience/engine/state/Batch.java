package dev.firefly.resilience.engine.state;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Transitions applied one after the other to a record, not yet written.
 *
 * @param from the record
 * @param start its state as the clock now counts
 * @param result the state after all of them
 */
record Batch<S>(Stored<S> from, Stamped<S> start, Stamped<S> result, List<Applied<S, ?>> applied) {

    record Applied<S, A>(Request<S, A> request, Change<S, A> change) {
        static <S, A> Applied<S, A> of(Request<S, A> request, S state, long now) {
            Step<S, A> step = request.transition().apply(state, now);
            return new Applied<>(request, new Change<>(state, step.state(), step.answer(), now));
        }

        void commit(Executor background) {
            request.commit(change, background);
        }
    }

    static <S> Batch<S> of(Stored<S> from, Iterable<Request<S, ?>> requests, long clockNow, StateType<S> type) {
        Stamped<S> start = from.stamped().rebased(clockNow, type);
        long now = start.clamped(clockNow);
        List<Applied<S, ?>> applied = new ArrayList<>();
        S state = start.state();
        for (Request<S, ?> request : requests) {
            if (!request.isWithdrawn()) {
                Applied<S, ?> one = Applied.of(request, state, now);
                applied.add(one);
                state = one.change().after();
            }
        }
        Stamped<S> result = state == start.state() ? start : new Stamped<>(state, now);
        return new Batch<>(from, start, result, applied);
    }

    /** Whether there is anything to write: another state, or the same one on a clock that has stepped back. */
    boolean isChange() {
        return result != from.stamped();
    }
}
