package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.engine.state.LocalView.Gathered;
import dev.firefly.resilience.engine.state.Outages.Way;
import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/*
 * State that a cluster shares. Looks are answered from the local view; changes go through the combiner. The view is fed
 * by this node's own writes, by the store's change listener, and by reads: batched ones in the background while the name
 * is in use, a single one at the first look after a pause.
 */
final class SharedCell<S> implements Cell<S>, Combiner.RecordSource<S> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");
    private static final long GATHER_NANOS = 100_000_000;
    /** While the store is away, a node remembers this many outcomes of a name; what comes after is lost. */
    private static final int MOST_QUEUED = 1_000;

    private final CellKey key;
    private final StateType<S> type;
    private final RecordCodec<S> codec;
    private final RecordParser<S> parser;
    private final StoreLink link;
    private final SharedView<S> view;
    private final Reading<S> reading;
    private final Combiner<S> combiner;
    private final AtomicReference<@Nullable Request<S, ?>> rebasing = new AtomicReference<>();
    private volatile Runnable news = () -> {};
    private volatile @Nullable Witness<S> witness;
    /** What was met under the lock, for the witness; touched by the combiner's round alone. */
    private @Nullable Stored<S> found;

    private volatile Consumer<@Nullable NewerVersionException> foreign = newer -> {};
    private volatile boolean isForeign;

    SharedCell(CellKey key, StateType<S> type, StoreLink link) {
        this.key = key;
        this.type = type;
        this.codec = new RecordCodec<>(type);
        this.parser = new RecordParser<>(key.inStore(), codec);
        this.link = link;
        this.view = new SharedView<>(type, link);
        this.reading = new Reading<>(key.inStore(), link, this::refreshed);
        this.combiner = new Combiner<>(key.inStore(), link, this, type);
    }

    // ---- looks

    @Override
    public @Nullable S peek() {
        return view.fresh();
    }

    @Override
    public S known() {
        return view.get().view();
    }

    @Override
    public S read(Patience patience) {
        S fresh = peek();
        if (fresh != null) {
            return fresh;
        }
        long start = link.clock().nanos();
        CompletableFuture<S> answer = reading.start();
        try {
            return Waiting.uninterruptibly(answer, patience.left());
        } catch (TimeoutException e) {
            throw timedOut(Way.READ);
        } catch (ExecutionException e) {
            throw translate(Classifier.unwrap(e));
        } finally {
            patience.spend(link.clock().nanos() - start);
        }
    }

    @Override
    public CompletionStage<S> readAsync(Patience patience) {
        S fresh = peek();
        if (fresh != null) {
            return CompletableFuture.completedStage(fresh);
        }
        long start = link.clock().nanos();
        CompletableFuture<S> answer = new CompletableFuture<>();
        reading.start()
                .whenCompleteAsync(
                        (state, failure) -> {
                            patience.spend(link.clock().nanos() - start);
                            if (failure != null) {
                                answer.completeExceptionally(translate(Classifier.unwrap(failure)));
                            } else {
                                answer.complete(state);
                            }
                        },
                        link.background());
        // not on the clock's thread, which user code may follow
        link.expire(
                patience.left(),
                () -> link.background().execute(() -> answer.completeExceptionally(timedOut(Way.READ))),
                answer);
        return answer;
    }

    /** The time of the last change that is known. */
    long at() {
        return view.get().at();
    }

    @Override
    public long now() {
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

    @Override
    public void onNews(Runnable listener) {
        news = listener;
    }

    @Override
    public void onRecord(Witness<S> shown) {
        witness = shown;
    }

    /**
     * Has the listener told whenever a record was met: of what is wrong with it if a newer version wrote it, else of null.
     * It must be quick. There is one listener.
     */
    void onRecord(Consumer<@Nullable NewerVersionException> listener) {
        foreign = listener;
    }

    @Override
    public Patience patience() {
        return new Patience(link.lockBlockNanos());
    }

    // ---- changes

    @Override
    public <A> Change<S, A> update(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        Request<S, A> request = Request.decision(transition, abandoned);
        long start = link.clock().nanos();
        combiner.submit(view.ungathered(), request);
        Change<S, A> change = request.await(patience.left());
        patience.spend(link.clock().nanos() - start);
        if (change == null) {
            throw timedOut(Way.CHANGE);
        }
        return change;
    }

    @Override
    public <A> CompletionStage<Change<S, A>> updateAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        Request<S, A> request = Request.decision(transition, abandoned);
        long start = link.clock().nanos();
        combiner.submit(view.ungathered(), request);
        link.expire(patience.left(), () -> request.fail(timedOut(Way.CHANGE)), request.result());
        return request.result()
                .whenCompleteAsync(
                        (change, failure) -> patience.spend(link.clock().nanos() - start), link.background());
    }

    @Override
    public <A> void settle(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        Request<S, A> request = queue(transition, done);
        try {
            Change<S, A> change = request.await(patience.left());
            if (change != null) {
                done.accept(change);
            } else {
                link.timedOut(Way.CHANGE, key.inStore());
            }
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, () -> "An outcome of " + key.inStore() + " could not be acknowledged", e);
        }
    }

    @Override
    public <A> CompletionStage<?> settleAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        Request<S, A> request = queue(transition, done);
        link.expire(patience.left(), () -> request.fail(timedOut(Way.CHANGE)), request.result());
        CompletableFuture<Boolean> settled = new CompletableFuture<>();
        request.result()
                .whenCompleteAsync(
                        (change, failure) -> {
                            if (change != null) {
                                done.accept(change);
                            }
                            settled.complete(change != null);
                        },
                        link.background());
        return settled;
    }

    private <A> Request<S, A> queue(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        Request<S, A> request = Request.record(transition, done);
        // what gives something back must not be lost, and there is no more of it than was handed out
        if (!transition.isRepeatable() && view.get().queued().size() >= MOST_QUEUED) {
            request.drop(key.lockTimeout(link));
            return request;
        }
        Request<S, ?> before = view.ungathered();
        view.add(request, now());
        combiner.submit(before, request);
        return request;
    }

    @Override
    public <A> void gather(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        long now = now();
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

    /** What brings the state as it is known now into a record that comes from elsewhere; null when nothing would be lost. */
    @Nullable
    Runnable remembered() {
        Stamped<S> seen = new Stamped<>(known(), now());
        // the clock of the other part may be behind
        return type.isInTheWay(seen.state(), seen.at())
                ? () -> submit((state, now) ->
                        new Step<>(type.merged(state, seen.rebased(now, type).state()), true))
                : null;
    }

    /** Sends off what was gathered, and gives back what such owners hold. */
    void release(Predicate<String> owners) {
        flush();
        S seen = known();
        if (type.released(seen, owners) != seen) {
            combiner.submit(
                    Request.unattended((state, now) -> new Step<>(type.released(state, owners), true), change -> {}));
        }
    }

    /** Brings a transition to the record for which nobody waits. */
    <A> Request<S, A> submit(Transition<S, A> transition) {
        Request<S, A> request = Request.unattended(transition, change -> {});
        combiner.submit(request);
        return request;
    }

    /** Enters what this node has done alone, ahead of whatever is asked from now on. */
    void enter(Rejoin<S> rejoin) {
        Request<S, Boolean> request = Request.unattended(rejoin, change -> {});
        view.add(request, now());
        combiner.submit(request);
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

    /** Whether nothing is left that could be written: into a record of a newer version nothing can. */
    boolean isIdle() {
        return isForeign || view.get().gathered() == null && combiner.isIdle();
    }

    /** Whether this node's view can be forgotten when nobody uses it: the record is in the store. */
    boolean isForgettable() {
        return view.get().gathered() == null && combiner.isIdle() && !type.isNeeded(known(), link.now());
    }

    // ---- records

    @Override
    public @Nullable Stored<S> lastKnown() {
        return view.get().base();
    }

    @Override
    public RecordCodec<S> codec() {
        return codec;
    }

    @Override
    public Stored<S> parse(byte @Nullable [] bytes) {
        Stored<S> record = parsed(bytes);
        found = record;
        return record;
    }

    private Stored<S> met(byte @Nullable [] bytes) {
        Stored<S> record = parsed(bytes);
        show(record);
        return record;
    }

    private Stored<S> parsed(byte @Nullable [] bytes) {
        try {
            Stored<S> record = parser.parse(bytes);
            isForeign = false;
            foreign.accept(null);
            return record;
        } catch (NewerVersionException e) {
            isForeign = true;
            foreign.accept(e);
            throw e;
        }
    }

    private void show(Stored<S> record) {
        Witness<S> shown = witness;
        if (shown != null && record.revision() > 0) {
            Stamped<S> stamped = record.stamped();
            shown.met(stamped.state(), stamped.at(), link.isOwn(record.token()));
        }
    }

    /** That there is no record is believed when it is known to be news. */
    private void showMissing() {
        Witness<S> shown = witness;
        Stored<S> base = shown == null ? null : lastKnown();
        if (shown != null && base != null && base.revision() == 0) {
            shown.missing();
        }
    }

    @Override
    public void committed(Stored<S> record, long since) {
        Stored<S> before = found;
        if (before != null) {
            found = null;
            show(before);
        }
        show(record);
        view.committed(record, since);
        news.run();
    }

    /** The store reports a change. */
    void changed(byte @Nullable [] bytes) {
        try {
            view.adoptChange(met(bytes));
            showMissing();
            news.run();
        } catch (NewerVersionException e) {
            LOG.log(Level.DEBUG, () -> key.inStore() + ": " + e.getMessage());
        }
    }

    /** The store was read; the answer is as of some moment after the start. */
    S refreshed(byte @Nullable [] bytes, long start) {
        S state = view.adoptRead(met(bytes), start);
        showMissing();
        news.run();
        return state;
    }

    /** Whether the background should read the record again; asks whether it was looked at since the last time. */
    boolean wantsRefresh(long now) {
        return isForeign || view.wantsRefresh(now);
    }

    private StoreUnavailableException timedOut(Way way) {
        link.timedOut(way, key.inStore());
        return key.lockTimeout(link);
    }

    @Override
    public StoreUnavailableException translate(Throwable failure) {
        return key.unavailable(failure, link);
    }
}
