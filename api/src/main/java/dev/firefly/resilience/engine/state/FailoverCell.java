package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * State that a cluster shares, and what becomes of it while its part of the store is down, or its record is one of a newer
 * version. Under LOCAL the node goes on alone, from what it knew last, with its share of each limit; when the store is back
 * it enters what it holds into the record, ahead of all that is asked of the record from then on. Under FAIL and OPEN
 * nothing is decided; what has happened (a permit given back, an outcome) waits in the queue for the store.
 *
 * While all is well, the only cost is one look at a reference.
 */
final class FailoverCell<S> implements Cell<S> {
    private static final CompletableFuture<Boolean> DONE = CompletableFuture.completedFuture(true);

    private final CellKey key;
    private final StateType<S> type;
    private final StoreLink link;
    private final Identity identity;
    private final IntSupplier registries;
    private final SharedCell<S> shared;
    private final LocalState<S> alone;
    private volatile int parts = 1;
    private volatile @Nullable String trouble;
    private volatile boolean rejoining;
    private volatile Runnable news = () -> {};

    // guarded by this
    private final Set<Integer> lanesDown = new HashSet<>();
    private @Nullable String laneTrouble;
    private @Nullable String recordTrouble;

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
        this.alone = new LocalState<>(type, link::now, null);
        shared.onRecord(this::met);
    }

    CellKey key() {
        return key;
    }

    SharedCell<S> shared() {
        return shared;
    }

    // ---- coming and going

    /** A lane on which the record lies is down. */
    void down(int lane, String cause) {
        judge(() -> {
            lanesDown.add(lane);
            laneTrouble = cause;
        });
    }

    /** A lane is up again. */
    void up(int lane) {
        judge(() -> {
            if (lanesDown.remove(lane) && lanesDown.isEmpty()) {
                laneTrouble = null;
            }
        });
        shared.wake();
    }

    /** A record was met; of a newer version or not. */
    private void met(@Nullable NewerVersionException newer) {
        if (newer != null || trouble != null) {
            judge(() -> recordTrouble = newer == null ? null : newer.getMessage());
        }
    }

    private void judge(Runnable finding) {
        if (isTurn(finding)) {
            news.run(); // not under the lock: whoever waits may go on by this
        }
    }

    private synchronized boolean isTurn(Runnable finding) {
        finding.run();
        String now = laneTrouble != null ? laneTrouble : recordTrouble;
        if (now != null && trouble == null) {
            leave(now);
            return true;
        }
        if (now == null && trouble != null) {
            rejoin();
            return true;
        }
        return false;
    }

    private void leave(String cause) {
        if (link.onFailure() == OnFailure.LOCAL) {
            int divided = Math.max(1, registries.getAsInt());
            alone.begin(new Stamped<>(type.alone(shared.known(), identity.owner(), divided), shared.at()));
            parts = divided;
        } else if (link.onFailure() == OnFailure.OPEN) {
            parts = UNGUARDED;
        }
        trouble = cause;
    }

    private void rejoin() {
        rejoining = true;
        try {
            trouble = null;
            parts = 1;
            S last = alone.end();
            if (last != null) {
                shared.rejoin(last, identity.owner());
            }
        } finally {
            rejoining = false;
        }
    }

    /** The shared cell, once what this node did alone is on its way there. */
    private SharedCell<S> reached() {
        while (rejoining) {
            Thread.onSpinWait();
        }
        return shared;
    }

    // ---- looks

    @Override
    public int parts() {
        return parts;
    }

    @Override
    public @Nullable S peek() {
        S seen = shared.peek();
        if (trouble == null) {
            return seen;
        }
        S own = alone.get();
        return own != null ? own : link.onFailure() == OnFailure.OPEN ? shared.known() : null;
    }

    @Override
    public S known() {
        S own = trouble == null ? null : alone.get();
        return own != null ? own : shared.known();
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
            return reached().read(patience);
        } catch (StoreUnavailableException failure) {
            return insteadOf(failure, this::peek);
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
                : reached().readAsync(patience).exceptionally(failure -> insteadOf(failure, this::peek));
    }

    /** What to throw because the store is down and nothing can take its place; null when it is to be asked. */
    private @Nullable StoreUnavailableException refusal() {
        String why = trouble;
        return why == null || alone.get() != null
                ? null
                : StoreUnavailableException.unavailable(key.pattern(), key.name(), why, null, link.stackTraces());
    }

    /** What this node says by itself now that the store has failed; who was kept waiting in vain is told so instead. */
    private <T> T insteadOf(Throwable failure, Supplier<@Nullable T> own) {
        Throwable reason = Classifier.unwrap(failure);
        boolean isFailed = reason instanceof StoreUnavailableException unavailable
                && unavailable.code() == ErrorCode.RESILIENCE_STORE_UNAVAILABLE;
        T answer = isFailed && trouble != null ? own.get() : null;
        if (answer != null) {
            return answer;
        }
        throw Failures.<RuntimeException>rethrow(reason);
    }

    @Override
    public long now() {
        return trouble == null ? shared.now() : alone.now();
    }

    @Override
    public void onNews(Runnable listener) {
        news = listener;
        shared.onNews(listener);
    }

    @Override
    public Patience patience() {
        return shared.patience();
    }

    // ---- changes

    @Override
    public <A> Change<S, A> update(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        Change<S, A> own = trouble == null ? null : alone.apply(transition);
        if (own != null) {
            return own;
        }
        StoreUnavailableException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        try {
            return reached().update(transition, patience, abandoned);
        } catch (StoreUnavailableException failure) {
            return insteadOf(failure, () -> alone.apply(transition));
        }
    }

    @Override
    public <A> CompletionStage<Change<S, A>> updateAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        Change<S, A> own = trouble == null ? null : alone.apply(transition);
        if (own != null) {
            return CompletableFuture.completedStage(own);
        }
        StoreUnavailableException refusal = refusal();
        return refusal != null
                ? CompletableFuture.failedStage(refusal)
                : reached()
                        .updateAsync(transition, patience, abandoned)
                        .exceptionally(failure -> insteadOf(failure, () -> alone.apply(transition)));
    }

    @Override
    public <A> void settle(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        if (trouble == null) {
            reached().settle(transition, patience, done);
        } else if (!isAppliedAlone(transition, done)) {
            reached().settleAsync(transition, patience, done);
        }
    }

    @Override
    public <A> CompletionStage<?> settleAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        if (trouble == null) {
            return reached().settleAsync(transition, patience, done);
        }
        if (!isAppliedAlone(transition, done)) {
            reached().settleAsync(transition, patience, done);
        }
        return DONE;
    }

    @Override
    public <A> void gather(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        if (trouble == null || !isAppliedAlone(transition, done)) {
            reached().gather(transition, done);
        }
    }

    private <A> boolean isAppliedAlone(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        Change<S, A> change = alone.apply(transition);
        if (change == null) {
            return false;
        }
        done.accept(change);
        return true;
    }
}
