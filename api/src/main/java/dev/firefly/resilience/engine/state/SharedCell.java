package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.engine.state.Outages.Way;
import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * State that a cluster shares: looks are answered from this node's view of the record, and changes are brought to the
 * record; here is who waits for them, and how long. What comes in feeds the view ({@link RecordFeed}), what goes out is in
 * the {@link Outbox}. Thread-safe.
 *
 * <p>The view is fed by this node's own writes, by the store's change listener, and by reads: batched ones in the
 * background while the name is in use, a single one at the first look after a pause.
 */
final class SharedCell<S> implements Cell<S> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");

    private final CellKey key;
    private final StateType<S> type;
    private final StoreLink link;
    private final SharedView<S> view;
    private final RecordFeed<S> feed;
    private final Reading<S> reading;
    private final RecordTime<S> time;
    private final Outbox<S> outbox;

    SharedCell(CellKey key, StateType<S> type, StoreLink link) {
        this.key = key;
        this.type = type;
        this.link = link;
        this.view = new SharedView<>(type, link);
        this.feed = new RecordFeed<>(key, type, link, view);
        this.reading = new Reading<>(key.inStore(), link, feed::refreshed);
        Combiner<S> combiner = new Combiner<>(key.inStore(), link, feed, type);
        this.time = new RecordTime<>(link, view, combiner);
        this.outbox = new Outbox<>(key, link, view, time, combiner);
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
            throw key.unavailable(Classifier.unwrap(e), link);
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
                                answer.completeExceptionally(key.unavailable(Classifier.unwrap(failure), link));
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
        return time.now();
    }

    @Override
    public void onNews(Runnable listener) {
        feed.onNews(listener);
    }

    @Override
    public void onRecord(Witness<S> shown) {
        feed.onRecord(shown);
    }

    /**
     * Has the listener told whenever a record was met: of what is wrong with it if a newer version wrote it, else of null.
     * It must be quick. There is one listener.
     */
    void onRecord(Consumer<@Nullable NewerVersionException> listener) {
        feed.onRecord(listener);
    }

    @Override
    public Patience patience() {
        return new Patience(link.lockBlockNanos());
    }

    // ---- changes

    @Override
    public <A> Change<S, A> update(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        long start = link.clock().nanos();
        Request<S, A> request = outbox.decide(transition, abandoned);
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
        long start = link.clock().nanos();
        Request<S, A> request = outbox.decide(transition, abandoned);
        link.expire(patience.left(), () -> request.fail(timedOut(Way.CHANGE)), request.result());
        return request.result()
                .whenCompleteAsync(
                        (change, failure) -> patience.spend(link.clock().nanos() - start), link.background());
    }

    @Override
    public <A> void settle(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        Request<S, A> request = outbox.record(transition, done);
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
        Request<S, A> request = outbox.record(transition, done);
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

    @Override
    public <A> void gather(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        outbox.gather(transition, done);
    }

    // ---- what the registry has done with it

    /** What brings the state as it is known now into a record that comes from elsewhere; null when nothing would be lost. */
    @Nullable
    Runnable remembered() {
        Stamped<S> seen = new Stamped<>(known(), now());
        // the clock of the other part may be behind
        return type.isInTheWay(seen.state(), seen.at())
                ? () -> outbox.submit((state, now) ->
                        new Step<>(type.merged(state, seen.rebased(now, type).state()), true))
                : null;
    }

    /** Sends off what was gathered, and gives back what such owners hold. */
    void release(Predicate<String> owners) {
        flush();
        S seen = known();
        if (type.released(seen, owners) != seen) {
            outbox.submit((state, now) -> new Step<>(type.released(state, owners), true));
        }
    }

    /** Sends off what was gathered. */
    void flush() {
        outbox.flush();
    }

    /** Brings a transition to the record for which nobody waits. */
    <A> Request<S, A> submit(Transition<S, A> transition) {
        return outbox.submit(transition);
    }

    /** Enters what this node has done alone, ahead of whatever is asked from now on. */
    void enter(Rejoin<S> rejoin) {
        outbox.enter(rejoin);
    }

    /** The store is back: what waits for it goes on. */
    void wake() {
        outbox.wake();
    }

    /** Whether nothing is left that could be written: into a record of a newer version nothing can. */
    boolean isIdle() {
        return feed.isForeign() || outbox.isEmpty();
    }

    /** Whether this node's view can be forgotten when nobody uses it: all that can be written is in the store. */
    boolean isForgettable() {
        return isIdle() && !type.isNeeded(known(), link.now());
    }

    /** It was forgotten. */
    void forsake() {
        outbox.forsake();
    }

    /** The store reports a change. */
    void changed(byte @Nullable [] bytes) {
        feed.changed(bytes);
    }

    /**
     * The store was read; the answer is as of some moment after the start.
     *
     * @throws NewerVersionException when a newer version wrote the record
     */
    void refreshed(byte @Nullable [] bytes, long start) {
        feed.refreshed(bytes, start);
    }

    /** Whether the background should read the record again; asks whether it was looked at since the last time. */
    boolean wantsRefresh(long now) {
        return feed.isForeign() ? feed.isDue(now) : view.wantsRefresh(now);
    }

    private StoreUnavailableException timedOut(Way way) {
        link.timedOut(way, key.inStore());
        return key.lockTimeout(link);
    }
}
