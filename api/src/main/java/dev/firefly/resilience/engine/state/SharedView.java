package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.LocalView.Gathered;
import org.jspecify.annotations.Nullable;

/*
 * What this node knows of one shared record, and how it takes in news.
 *
 * It never goes back: a record is taken over when its revision is higher, or when it was read from the store after
 * everything that is known was observed (then the store has begun anew, for instance after an expiry).
 */
final class SharedView<S> {
    private final StateType<S> type;
    private final StoreLink link;
    private final Atom<LocalView<S>> local;
    private volatile boolean used;

    SharedView(StateType<S> type, StoreLink link) {
        this.type = type;
        this.link = link;
        this.local = new Atom<>(LocalView.nothing(type));
    }

    LocalView<S> get() {
        return local.get();
    }

    /** Replaces the view if it is still the one seen. */
    boolean replace(LocalView<S> seen, LocalView<S> next) {
        return local.replace(seen, next);
    }

    /** The state this node decides by; null when it is too old to decide by. */
    @Nullable
    S fresh() {
        LocalView<S> seen = local.get();
        if (!used) {
            used = true;
        }
        boolean fresh = seen.base() != null && link.clock().nanos() - seen.asOf() <= link.maxStalenessNanos();
        return fresh ? seen.view() : null;
    }

    /** Adds what this node has on its way to the record. */
    void add(Request<S, ?> request, long now) {
        local.swap(seen -> seen.with(request, now));
    }

    /** What was gathered, to be submitted by the caller; null when there is nothing. */
    @Nullable
    Request<S, ?> ungathered() {
        Gathered<S> gathered = local.swap(LocalView::flushed).before().gathered();
        return gathered == null ? null : gathered.request();
    }

    /**
     * This node has written the record, or found it current under its lock, at some moment since the given one. Another
     * node may have written the next one in the meantime.
     */
    void committed(Stored<S> record, long since) {
        long observed = link.clock().nanos();
        long now = link.now();
        local.swap(seen -> {
            Stored<S> base = seen.base();
            return base == null || isNewer(record, seen, base, since)
                    ? seen.seen(record, observed, since, now)
                    : seen.seen(base, seen.observedAt(), seen.asOf(), now);
        });
    }

    /** The store says that this is the record now. */
    S adoptChange(Stored<S> record) {
        // a record that vanished has no revision to compare
        return adopt(
                record,
                record.bytes() == null ? Long.MAX_VALUE : Long.MIN_VALUE,
                link.clock().nanos());
    }

    /** The record was read, in a read that began at the given moment: what was observed before that is older. */
    S adoptRead(Stored<S> record, long since) {
        return adopt(record, since, since);
    }

    private S adopt(Stored<S> record, long since, long asOf) {
        long observed = link.clock().nanos();
        long now = link.now();
        return local.swap(seen -> {
                    Stored<S> base = seen.base();
                    return base == null || isNewer(record, seen, base, since)
                            ? seen.seen(record, observed, asOf, now)
                            : seen;
                })
                .after()
                .view();
    }

    private static <S> boolean isNewer(Stored<S> record, LocalView<S> seen, Stored<S> base, long since) {
        return seen.observedAt() < since || record.revision() >= base.revision();
    }

    /** Whether the background should read the record again; asks whether it was looked at since the last time. */
    boolean wantsRefresh(long now) {
        LocalView<S> seen = local.get();
        long age = now - seen.asOf();
        if (used) {
            used = false;
            return seen.base() != null && age > link.refreshNanos();
        }
        return seen.base() != null && age > link.touchNanos() && type.isNeeded(seen.view(), link.now());
    }
}
