package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.state.Atom;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Companion;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that this node holds in reserve for all limiters of one name. They go back to the bucket when the node has
 * used none for a second; what is held when the node ends is lost. One timer runs while something is held, and none else.
 * Thread-safe; nothing here blocks.
 */
final class TokenReserve implements Companion {
    static final long IDLE_NANOS = 1_000_000_000;

    private final Clock clock;
    private final Cell<TokenBucket> cell;
    private final Atom<Batch> held = new Atom<>(Batch.NONE);
    private final AtomicBoolean fetching = new AtomicBoolean();
    private final AtomicBoolean watched = new AtomicBoolean();
    private volatile long usedNanos;

    TokenReserve(Clock clock, Cell<TokenBucket> cell) {
        this.clock = clock;
        this.cell = cell;
    }

    /** Takes tokens for a call, if there are enough. */
    boolean take(int tokens) {
        if (held.get().isEmpty()) {
            return false;
        }
        long now = clock.nanos();
        Batch before = held.swap(batch -> batch.left(now) >= tokens ? batch.without(tokens, now) : batch)
                .before();
        if (before.left(now) < tokens) {
            return false;
        }
        usedNanos = now;
        return true;
    }

    @Override
    public boolean isNeeded() {
        return fetching.get() || !held.get().isEmpty();
    }

    /** How many tokens are held. */
    int size() {
        Batch batch = held.get();
        return batch.isEmpty() ? 0 : batch.left(clock.nanos());
    }

    /**
     * Begins to fetch a batch, unless somebody does already.
     *
     * @param scale the scale it will be on; what is held on another goes back
     * @return what was held, to be given back with the same transition that takes the next batch; null when somebody
     *     else is fetching. Ends with {@link #fetched} or {@link #notFetched}
     */
    @Nullable
    Batch beginFetch(Scale scale) {
        if (!fetching.compareAndSet(false, true)) {
            return null;
        }
        Batch before = held.swap(any -> Batch.NONE).before().at(clock.nanos());
        if (before.isEmpty() || before.scale().equals(scale)) {
            return before;
        }
        giveBack(before);
        return Batch.NONE;
    }

    /** Ends a fetch that brought a batch, of which its call has had its part. */
    void fetched(Batch batch) {
        usedNanos = clock.nanos();
        notFetched(batch);
    }

    /** Ends a fetch that brought nothing: what was held is held again. */
    void notFetched(Batch before) {
        held.swap(any -> before);
        fetching.set(false);
        watch();
    }

    private void watch() {
        if (!held.get().isEmpty() && watched.compareAndSet(false, true)) {
            watchFor(IDLE_NANOS);
        }
    }

    private void watchFor(long nanos) {
        long dueNanos = clock.nanos() + nanos;
        clock.schedule(nanos, () -> look(dueNanos));
    }

    private void look(long dueNanos) {
        long now = clock.nanos();
        long idle = now - usedNanos;
        // A clock that is closed has everything fall due at once, and again at once.
        boolean isClosing = now < dueNanos;
        if (!held.get().isEmpty() && idle < IDLE_NANOS && !isClosing) {
            watchFor(IDLE_NANOS - Math.max(0, idle));
            return;
        }
        giveBack(held.swap(any -> Batch.NONE).before());
        watched.set(false);
        watch();
    }

    private void giveBack(Batch batch) {
        int left = batch.left(clock.nanos());
        if (left > 0) {
            cell.settleAsync(new Refund(batch.scale(), left), cell.patience(), change -> {});
        }
    }
}
