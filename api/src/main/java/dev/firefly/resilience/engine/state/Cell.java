package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.store.StoreStatus;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds the state of one instance, on this node or for the whole cluster. Thread-safe. All methods but {@link #read},
 * {@link #update} and {@link #settle} return at once.
 *
 * <p>Every transition that is applied is reported once: as the result of the method where somebody waits for it, else to
 * the consumer given with it, on whatever thread applied it but under no lock.
 */
public interface Cell<S> {
    /** No limit holds. */
    int UNGUARDED = 0;

    /**
     * The state as this node knows it, its own queued changes included, at most {@code max-staleness} old; null when the
     * store has to be asked first, which happens only at the first look after a pause. No lock.
     */
    @Nullable
    S peek();

    /** What {@link #peek} would answer, however old. */
    S known();

    /**
     * A fresh state, read from the store if need be.
     *
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the read is not answered in time
     */
    S read(Patience patience);

    /** As {@link #read}, without blocking. */
    CompletionStage<S> readAsync(Patience patience);

    /** The time by which to judge the state, never before its last change. */
    long now();

    /**
     * Has the listener told, with no lock held, whenever others may have changed the state or this node's own changes have
     * reached the store. It must be quick. There is one listener; where nobody else can change the state it is not told.
     */
    default void onNews(Runnable listener) {}

    /** Has the witness shown what others write. There is one witness; where nobody else writes it is shown nothing. */
    default void onRecord(Witness<S> witness) {}

    /**
     * Into how many parts each limit is divided, of which this node has one: 1 as a rule, more while it goes on alone, and
     * {@link #UNGUARDED} while calls are to pass as if there were no limit.
     */
    default int parts() {
        return 1;
    }

    /** Whether this node decides by a state of its own for the time being, and not for the cluster. */
    default boolean isAlone() {
        return false;
    }

    /** How the state stands with the store. */
    default StoreStatus status() {
        return StoreStatus.inMemory();
    }

    /** How long one call may wait for the store in all. */
    Patience patience();

    /**
     * Applies a transition whose answer decides whether a call may go on.
     *
     * @param abandoned told of a transition that was applied although the caller was told otherwise; takes back what it
     *     granted
     * @throws dev.firefly.resilience.store.StoreUnavailableException when it is not decided in time; the caller holds
     *     nothing
     */
    <A> Change<S, A> update(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned);

    /** As {@link #update}, without blocking. */
    <A> CompletionStage<Change<S, A>> updateAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned);

    /**
     * Applies a transition that records what has happened already: waits while there is patience until it is
     * acknowledged, then leaves it to the background. Never throws and is never withdrawn.
     */
    <A> void settle(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done);

    /** As {@link #settle}, without blocking; the stage completes, and never fails, when {@code settle} would return. */
    <A> CompletionStage<?> settleAsync(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done);

    /**
     * Applies a transition whose loss would do little harm, at the latest together with the next one or after a tenth of
     * a second.
     */
    <A> void gather(Transition<S, A> transition, Consumer<Change<S, A>> done);
}
