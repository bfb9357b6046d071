package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.RecordCodec.NewerVersionException;
import dev.firefly.resilience.store.OnFailure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns one cell away from the store when its part of the store is down, or its record is one of a newer version, and back
 * to it: into the record goes what the node has done alone, ahead of all that is asked of it from then on. Thread-safe.
 *
 * <p>Whether the node is on its own is one reference. Who finds a local state that has ended, but not yet the reference
 * cleared, waits for the lock under which nothing but the turning happens, and which is held for a moment only.
 */
final class SoloSwitch<S> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");

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
     * @param shared what the node knows when it goes, and where it enters what it has done
     */
    SoloSwitch(
            CellKey key,
            StateType<S> type,
            StoreLink link,
            Identity identity,
            IntSupplier registries,
            SharedCell<S> shared) {
        this.key = key;
        this.type = type;
        this.link = link;
        this.identity = identity;
        this.registries = registries;
        this.shared = shared;
    }

    /** The time without the store that it is now; null while the store is used. Costs one look at a reference. */
    @Nullable
    Solo<S> solo() {
        return solo;
    }

    /** Has the listener told of every turn, in the background. There is one listener. */
    void onTurn(Runnable listener) {
        news = listener;
    }

    /** A record was met; of a newer version or not. */
    void met(@Nullable NewerVersionException newer) {
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
            return Solo.waiting(why, link.onFailure() == OnFailure.OPEN ? Cell.UNGUARDED : 1);
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

    /** Applies a transition to what this node has alone; null when the store is to be asked. */
    <A> @Nullable Change<S, A> apply(Transition<S, A> transition) {
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
}
