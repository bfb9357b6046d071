package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * State that a cluster shares, and what becomes of it while its part of the store is down, or its record is one of a newer
 * version. Under LOCAL the node goes on alone, from what it knew last, with its share of each limit; when the store is back
 * it enters what it has done into the record, ahead of all that is asked of the record from then on. Under FAIL and OPEN
 * nothing is decided; what has happened (a permit given back, an outcome) waits in the queue for the store.
 *
 * Whether the node is on its own is one reference. Who finds a local state that has ended, but not yet the reference
 * cleared, waits a moment for the lock under which nothing but that happens.
 */
final class FailoverCell<S> implements Cell<S> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");
    private static final CompletableFuture<Boolean> DONE = CompletableFuture.completedFuture(true);

    private final CellKey key;
    private final StateType<S> type;
    private final StoreLink link;
    private final Identity identity;
    private final IntSupplier registries;
    private final SharedCell<S> shared;
    private final ReentrantLock turning = new ReentrantLock();
    private volatile @Nullable Solo<S> solo;
    private volatile @Nullable String recordTrouble;
    private volatile Runnable news = () -> {};

    /**
     * @param identity under whom this node holds leases
     * @param registries how many registries share the store, as far as known
     */
    FailoverCell(CellKey key, StateType<S> type, StoreLink link, Identity identity, IntSupplier registries) {
        this.key = key;
        this.type = type;
        this.link = link;
        this.identity = identity;
        this.registries = registries;
        this.shared = new SharedCell<>(key, type, link);
        shared.onRecord(this::met);
    }

    CellKey key() {
        return key;
    }

    SharedCell<S> shared() {
        return shared;
    }

    boolean isSolo() {
        return solo != null;
    }

    /** Whether this can be forgotten when nobody uses it. */
    boolean isForgettable() {
        return !isSolo() && shared.isForgettable();
    }

    // ---- coming and going

    /** A record was met; of a newer version or not. */
    private void met(@Nullable NewerVersionException newer) {
        String trouble = newer == null ? null : newer.getMessage();
        if (trouble != null || recordTrouble != null) {
            if (trouble != null && recordTrouble == null) {
                LOG.log(
                        Level.WARNING,
                        "The record " + key.inStore() + " cannot be used: " + trouble
                                + ". Until it can, calls go by store.on-failure");
            }
            recordTrouble = trouble;
            reconsider();
        }
    }

    /**
     * Looks whether the store can be used for this cell, and goes on accordingly. Does not trust whoever calls it: they may
     * be late.
     */
    void reconsider() {
        try {
            if (isTurn()) {
                link.background().execute(news); // not here: whoever waits may go on by this
            }
        } catch (RuntimeException e) { // others are to be reconsidered too, and this one will be again
            LOG.log(Level.ERROR, "Could not tell by what " + key.inStore() + " goes now", e);
        }
    }

    private boolean isTurn() {
        turning.lock();
        try {
            return turn();
        } finally {
            turning.unlock();
        }
    }

    private boolean turn() {
        Solo<S> now = solo;
        Outage outage = link.outages().of(link.lane(key.inStore()));
        String why = outage != null ? outage.cause() : recordTrouble;
        if (why != null && now == null) {
            solo = leave(why);
            return true;
        }
        if (why == null && now != null) {
            rejoin(now);
            solo = null;
            shared.wake();
            return true;
        }
        return false;
    }

    private Solo<S> leave(String why) {
        if (link.onFailure() != OnFailure.LOCAL) {
            return Solo.waiting(why, link.onFailure() == OnFailure.OPEN ? UNGUARDED : 1);
        }
        int parts = Math.max(1, registries.getAsInt());
        Stamped<S> begun = new Stamped<>(type.alone(shared.known(), identity.owner(), parts), shared.at());
        return Solo.deciding(why, parts, begun, new LocalState<>(type, link::now, begun));
    }

    private void rejoin(Solo<S> over) {
        Stamped<S> last = over.state() == null ? null : over.state().end();
        if (last != null && over.begun() != null) {
            shared.enter(new Rejoin<>(type, over.begun(), last, identity.owner()));
        }
    }

    /** Gives back what such owners hold. */
    void release(String owner) {
        apply((state, now) -> new Step<>(type.released(state, owner::equals), true));
        shared.release(owner::equals);
    }

    /** Applies a transition to what this node has alone; null when the store is to be asked. */
    private <A> @Nullable Change<S, A> apply(Transition<S, A> transition) {
        for (Solo<S> now = solo; now != null && now.state() != null; now = arrived(now)) {
            Change<S, A> change = now.state().apply(transition);
            if (change != null) {
                return change;
            }
        }
        return null;
    }

    /** What holds once the state that was found to have ended has been handed over. */
    private @Nullable Solo<S> arrived(Solo<S> ended) {
        turning.lock();
        try {
            return solo == ended ? null : solo;
        } finally {
            turning.unlock();
        }
    }

    /** What to throw because nothing can be decided; null when the store is to be asked. */
    private @Nullable StoreUnavailableException refusal() {
        Solo<S> now = solo;
        String why =
                link.isClosing() ? "the registry is closed" : now == null || now.state() != null ? null : now.why();
        return why == null
                ? null
                : StoreUnavailableException.unavailable(key.pattern(), key.name(), why, null, link.stackTraces());
    }

    /** What this node says by itself now that the store has failed; who was kept waiting in vain is told so instead. */
    private <T> T insteadOf(Throwable failure, Supplier<@Nullable T> own) {
        Throwable reason = Classifier.unwrap(failure);
        boolean isFailed = reason instanceof StoreUnavailableException unavailable
                && unavailable.code() == ErrorCode.RESILIENCE_STORE_UNAVAILABLE;
        T answer = isFailed ? own.get() : null;
        if (answer != null) {
            return answer;
        }
        throw Failures.<RuntimeException>rethrow(reason);
    }

    // ---- looks

    @Override
    public int parts() {
        Solo<S> now = solo;
        return now == null ? 1 : now.parts();
    }

    @Override
    public boolean isAlone() {
        Solo<S> now = solo;
        return now != null && now.state() != null;
    }

    @Override
    public @Nullable S peek() {
        S seen = shared.peek();
        Solo<S> now = solo;
        return now == null ? seen : now.state() != null ? own() : now.parts() == UNGUARDED ? shared.known() : null;
    }

    @Override
    public S known() {
        S own = solo == null ? null : own();
        return own != null ? own : shared.known();
    }

    private @Nullable S own() {
        Change<S, Boolean> look = apply((state, now) -> new Step<>(state, true));
        return look == null ? null : look.after();
    }

    @Override
    public S read(Patience patience) {
        S seen = peek();
        if (seen != null) {
            return seen;
        }
        StoreUnavailableException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        try {
            return shared.read(patience);
        } catch (StoreUnavailableException failure) {
            return insteadOf(failure, this::own);
        }
    }

    @Override
    public CompletionStage<S> readAsync(Patience patience) {
        S seen = peek();
        if (seen != null) {
            return CompletableFuture.completedStage(seen);
        }
        StoreUnavailableException refusal = refusal();
        return refusal != null
                ? CompletableFuture.failedStage(refusal)
                : shared.readAsync(patience).exceptionally(failure -> insteadOf(failure, this::own));
    }

    @Override
    public long now() {
        Solo<S> now = solo;
        return now == null || now.state() == null ? shared.now() : now.state().now();
    }

    @Override
    public void onNews(Runnable listener) {
        news = listener;
        shared.onNews(listener);
    }

    @Override
    public void onRecord(Witness<S> witness) {
        shared.onRecord(witness);
    }

    @Override
    public Patience patience() {
        return shared.patience();
    }

    // ---- changes

    @Override
    public <A> Change<S, A> update(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        StoreUnavailableException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        Change<S, A> own = solo == null ? null : apply(transition);
        if (own != null) {
            return own;
        }
        try {
            return shared.update(transition, patience, abandoned);
        } catch (StoreUnavailableException failure) {
            return insteadOf(failure, () -> applyWhole(transition));
        }
    }

    @Override
    public <A> CompletionStage<Change<S, A>> updateAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        StoreUnavailableException refusal = refusal();
        if (refusal != null) {
            return CompletableFuture.failedStage(refusal);
        }
        Change<S, A> own = solo == null ? null : apply(transition);
        return own != null
                ? CompletableFuture.completedStage(own)
                : shared.updateAsync(transition, patience, abandoned)
                        .exceptionally(failure -> insteadOf(failure, () -> applyWhole(transition)));
    }

    /** What was to be decided by the whole limit cannot be decided by a part of it. */
    private <A> @Nullable Change<S, A> applyWhole(Transition<S, A> transition) {
        return parts() == 1 ? apply(transition) : null;
    }

    @Override
    public <A> void settle(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        if (solo == null) {
            shared.settle(transition, patience, done);
            settledJustBefore(transition);
        } else {
            settleAlone(transition, patience, done);
        }
    }

    @Override
    public <A> CompletionStage<?> settleAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        if (solo == null) {
            CompletionStage<?> settled = shared.settleAsync(transition, patience, done);
            settledJustBefore(transition);
            return settled;
        }
        settleAlone(transition, patience, done);
        return DONE;
    }

    /** The node may have gone on alone in between, without what was on its way to the record already. */
    private void settledJustBefore(Transition<S, ?> transition) {
        if (solo != null && transition.isRepeatable()) {
            apply(transition);
        }
    }

    /**
     * What changes nothing here may be about something that came into the record just when this node left it, like a permit
     * whose grant was under way: if it can be said twice, the record is told as well.
     */
    private <A> void settleAlone(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        Change<S, A> change = apply(transition);
        if (change == null) {
            shared.settleAsync(transition, patience, done);
            return;
        }
        if (change.after() == change.before() && transition.isRepeatable()) {
            shared.settleAsync(transition, patience, told -> {});
        }
        done.accept(change);
    }

    @Override
    public <A> void gather(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        Change<S, A> change = solo == null ? null : apply(transition);
        if (change != null) {
            done.accept(change);
        } else {
            shared.gather(transition, done);
        }
    }
}
