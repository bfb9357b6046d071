package dev.firefly.resilience.engine.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows of a shared record, at one moment; immutable.
 *
 * @param base the record as last seen; null when it has never been
 * @param observedAt when, on this node's clock
 * @param asOf since when at the latest it has been the record, as far as is known: before it was asked for
 * @param queued what this node has on its way to the record, in order
 * @param gathered small outcomes not yet on their way
 * @param view the state with all of these applied: what this node decides by
 */
record LocalView<S>(
        @Nullable Stored<S> base,
        long observedAt,
        long asOf,
        List<Request<S, ?>> queued,
        @Nullable Gathered<S> gathered,
        S view) {

    /** Outcomes merged into one transition, on the way to becoming a request. */
    record Gathered<S>(Request<S, ?> request) {}

    static <S> LocalView<S> nothing(StateType<S> type) {
        return new LocalView<>(null, 0, 0, List.of(), null, type.initial());
    }

    LocalView<S> seen(Stored<S> record, long observed, long since, long now) {
        List<Request<S, ?>> open =
                queued.stream().filter(request -> !request.isFinished()).toList();
        S state = record.stamped().state();
        long at = record.stamped().clamped(now);
        for (Request<S, ?> request : open) {
            if (!request.isIn(record)) {
                state = request.transition().apply(state, at).state();
            }
        }
        if (gathered != null) {
            state = gathered.request.transition().apply(state, at).state();
        }
        return new LocalView<>(record, observed, since, open, gathered, state);
    }

    LocalView<S> with(Request<S, ?> request, long now) {
        List<Request<S, ?>> more = new ArrayList<>(queued.size() + 1);
        queued.stream().filter(open -> !open.isFinished()).forEach(more::add);
        more.add(request);
        return new LocalView<>(
                base,
                observedAt,
                asOf,
                List.copyOf(more),
                gathered,
                request.transition().apply(view, now).state());
    }

    /** With these outcomes gathered, which make the view the next one. */
    LocalView<S> with(Request<S, ?> gathering, S next) {
        return new LocalView<>(base, observedAt, asOf, queued, new Gathered<>(gathering), next);
    }

    /** What was gathered is a request like any other from now on. */
    LocalView<S> flushed() {
        if (gathered == null) {
            return this;
        }
        List<Request<S, ?>> more = new ArrayList<>(queued);
        more.add(gathered.request);
        return new LocalView<>(base, observedAt, asOf, List.copyOf(more), null, view);
    }

    long at() {
        return base == null ? 0 : base.stamped().at();
    }
}
