package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.store.StoreStatus;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * State that a cluster shares, or this node has alone while the store cannot be used for it: which of the two it is, the
 * {@link SoloSwitch} knows, and here every look and change goes by it. Thread-safe.
 *
 * <p>Under LOCAL the node goes on alone, from what it knew last, with its share of each limit. Under FAIL and OPEN nothing is
 * decided; what has happened (a permit given back, an outcome) waits in the queue for the store.
 */
final class FailoverCell<S> implements Cell<S> {
    private static final CompletableFuture<Boolean> DONE = CompletableFuture.completedFuture(true);

    private final CellKey key;
    private final StateType<S> type;
    private final StoreLink link;
    private final SharedCell<S> shared;
    private final SoloSwitch<S> soloSwitch;
    private final IntSupplier registries;

    /**
     * @param identity under whom this node holds leases
     * @param registries how many registries share the store, as far as known
     */
    FailoverCell(CellKey key, StateType<S> type, StoreLink link, Identity identity, IntSupplier registries) {
        this.key = key;
        this.type = type;
        this.link = link;
        this.shared = new SharedCell<>(key, type, link);
        this.registries = registries;
        this.soloSwitch = new SoloSwitch<>(key, type, link, identity, registries, shared);
        shared.onRecord(soloSwitch::met);
    }

    CellKey key() {
        return key;
    }

    SharedCell<S> shared() {
        return shared;
    }

    boolean isSolo() {
        return soloSwitch.solo() != null;
    }

    /** Whether this can be forgotten when nobody uses it; not before it is known what an outage has left in the record. */
    boolean isForgettable() {
        Solo<S> now = soloSwitch.solo();
        boolean isOver = now == null
                || link.outages().of(link.lane(key.inStore())) == null
                        && (now.state() == null || now.state().isIdle(link.touchNanos()));
        return isOver && shared.isForgettable();
    }

    /**
     * Looks whether the store can be used for this cell, and goes on accordingly. Does not trust whoever calls it: they may
     * be late.
     */
    void reconsider() {
        soloSwitch.reconsider();
    }

    /** Gives back what such owners hold. */
    void release(String owner) {
        soloSwitch.apply((state, now) -> new Step<>(type.released(state, owner::equals), true));
        shared.release(owner::equals);
    }

    /** What to throw because nothing can be decided; null when the store is to be asked. */
    private @Nullable StoreUnavailableException refusal() {
        Solo<S> now = soloSwitch.solo();
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
        Solo<S> now = soloSwitch.solo();
        return now == null ? 1 : now.parts();
    }

    @Override
    public boolean isAlone() {
        Solo<S> now = soloSwitch.solo();
        return now != null && now.state() != null;
    }

    @Override
    public @Nullable S peek() {
        S seen = shared.peek();
        Solo<S> now = soloSwitch.solo();
        return now == null ? seen : now.state() != null ? own() : now.parts() == UNGUARDED ? shared.known() : null;
    }

    @Override
    public S known() {
        S own = soloSwitch.solo() == null ? null : own();
        return own != null ? own : shared.known();
    }

    private @Nullable S own() {
        Change<S, Boolean> look = soloSwitch.apply((state, now) -> new Step<>(state, true));
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
        Solo<S> now = soloSwitch.solo();
        return now == null || now.state() == null ? shared.now() : now.state().now();
    }

    @Override
    public void onNews(Runnable listener) {
        soloSwitch.onTurn(listener);
        shared.onNews(listener);
    }

    @Override
    public void onRecord(Witness<S> witness) {
        shared.onRecord(witness);
    }

    @Override
    public StoreStatus status() {
        Solo<S> now = soloSwitch.solo();
        int count = Math.max(1, registries.getAsInt());
        return now == null
                ? link.status(null, null, count)
                : link.status(now.why(), link.outages().of(link.lane(key.inStore())), count);
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
        Change<S, A> own = soloSwitch.solo() == null ? null : soloSwitch.apply(transition);
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
        Change<S, A> own = soloSwitch.solo() == null ? null : soloSwitch.apply(transition);
        return own != null
                ? CompletableFuture.completedStage(own)
                : shared.updateAsync(transition, patience, abandoned)
                        .exceptionally(failure -> insteadOf(failure, () -> applyWhole(transition)));
    }

    /** What was to be decided by the whole limit cannot be decided by a part of it. */
    private <A> @Nullable Change<S, A> applyWhole(Transition<S, A> transition) {
        return parts() == 1 ? soloSwitch.apply(transition) : null;
    }

    @Override
    public <A> void settle(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        if (soloSwitch.solo() == null) {
            shared.settle(transition, patience, done);
            settledJustBefore(transition);
        } else {
            settleAlone(transition, patience, done);
        }
    }

    @Override
    public <A> CompletionStage<?> settleAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        if (soloSwitch.solo() == null) {
            CompletionStage<?> settled = shared.settleAsync(transition, patience, done);
            settledJustBefore(transition);
            return settled;
        }
        settleAlone(transition, patience, done);
        return DONE;
    }

    /** The node may have gone on alone in between, without what was on its way to the record already. */
    private void settledJustBefore(Transition<S, ?> transition) {
        if (soloSwitch.solo() != null && transition.isRepeatable()) {
            soloSwitch.apply(transition);
        }
    }

    /**
     * What changes nothing here may be about something that came into the record just when this node left it, like a permit
     * whose grant was under way: if it can be said twice, the record is told as well.
     */
    private <A> void settleAlone(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        Change<S, A> change = soloSwitch.apply(transition);
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
        Change<S, A> change = soloSwitch.solo() == null ? null : soloSwitch.apply(transition);
        if (change != null) {
            done.accept(change);
        } else {
            shared.gather(transition, done);
        }
    }
}
