package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.LocalView.Gathered;
import java.util.function.Consumer;

/**
 * The way out: what this node has for one shared record, until it is in it. What has happened counts in this node's view
 * at once; what was gathered leaves ahead of the next decision or outcome, and else after a tenth of a second. Thread-safe;
 * never blocks: whoever wants to wait does so at the request.
 */
final class Outbox<S> {
    private static final long GATHER_NANOS = 100_000_000;
    /** While the store is away, a node remembers this many outcomes of a name; what comes after is lost. */
    private static final int MOST_QUEUED = 1_000;

    private final CellKey key;
    private final StoreLink link;
    private final SharedView<S> view;
    private final RecordTime<S> time;
    private final Combiner<S> combiner;

    /** @param view where it counts what is on its way */
    Outbox(CellKey key, StoreLink link, SharedView<S> view, RecordTime<S> time, Combiner<S> combiner) {
        this.key = key;
        this.link = link;
        this.view = view;
        this.time = time;
        this.combiner = combiner;
    }

    /** Brings a transition to the record whose answer somebody waits for; it counts once it is there. */
    <A> Request<S, A> decide(Transition<S, A> transition, Consumer<Change<S, A>> abandoned) {
        Request<S, A> request = Request.decision(transition, abandoned);
        combiner.submit(view.ungathered(), request);
        return request;
    }

    /** Brings what has happened to the record; where too much is on its way already, the request comes back dropped. */
    <A> Request<S, A> record(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        Request<S, A> request = Request.record(transition, done);
        // what gives something back must not be lost, and there is no more of it than was handed out
        if (!transition.isRepeatable() && view.get().queued().size() >= MOST_QUEUED) {
            request.drop(key.lockTimeout(link));
            return request;
        }
        Request<S, ?> before = view.ungathered();
        view.add(request, time.now());
        combiner.submit(before, request);
        return request;
    }

    /** Brings a transition to the record for which nobody waits; it counts once it is there. */
    <A> Request<S, A> submit(Transition<S, A> transition) {
        Request<S, A> request = Request.unattended(transition, change -> {});
        combiner.submit(request);
        return request;
    }

    /** Enters what this node has done alone, ahead of whatever is asked from now on. */
    void enter(Rejoin<S> rejoin) {
        Request<S, Boolean> request = Request.unattended(rejoin, change -> {});
        view.add(request, time.now());
        combiner.submit(request);
    }

    /** As {@link Cell#gather}. */
    <A> void gather(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        long now = time.now();
        while (true) {
            LocalView<S> seen = view.get();
            Step<S, A> step = transition.apply(seen.view(), now);
            S next = step.state();
            Gathered<S> open = seen.gathered();
            if (next == seen.view()) {
                done.accept(new Change<>(next, next, step.answer(), now));
                return;
            }
            Request<S, ?> more = open == null
                    ? Request.unattended(transition, done)
                    : open.request().merged(transition);
            if (more == null) {
                flush();
            } else if (view.replace(seen, seen.with(more, next))) {
                if (open == null) {
                    link.clock().schedule(GATHER_NANOS, this::flush);
                }
                return;
            }
        }
    }

    /** Sends off what was gathered. */
    void flush() {
        Request<S, ?> sent = view.ungathered();
        if (sent != null) {
            combiner.submit(sent);
        }
    }

    /** The store is back: what waits for it goes on. */
    void wake() {
        combiner.wake();
    }

    /** The name was forgotten: what cannot be written is given up. */
    void forsake() {
        combiner.forsake();
    }

    /** Whether nothing is on its way. */
    boolean isEmpty() {
        return view.get().gathered() == null && combiner.isIdle();
    }
}
