package dev.firefly.resilience.engine.state;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The time by which one shared record is judged: never before its last change. Where the clock has stepped back too far
 * for that, the record is moved along with it, by one attempt at a time. Thread-safe; never blocks.
 */
final class RecordTime<S> {
    private final StoreLink link;
    private final SharedView<S> view;
    private final Combiner<S> combiner;
    private final AtomicReference<@Nullable Request<S, ?>> rebasing = new AtomicReference<>();

    RecordTime(StoreLink link, SharedView<S> view, Combiner<S> combiner) {
        this.link = link;
        this.view = view;
        this.combiner = combiner;
    }

    long now() {
        long now = link.now();
        long at = view.get().at();
        if (at - now > Stamped.JITTER_NANOS) {
            rebase();
        }
        return Math.max(now, at);
    }

    /** Has the record moved along with the clock; one attempt at a time, until one is written. */
    private void rebase() {
        Request<S, ?> before = rebasing.get();
        if (before == null || before.isFinished()) {
            Request<S, ?> next = Request.unattended((state, then) -> new Step<>(state, true), change -> {});
            if (rebasing.compareAndSet(before, next)) {
                combiner.submit(next);
            }
        }
    }
}
