package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.engine.state.Cell;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Where the permits of one bulkhead come from: this node's memory, or the record that a cluster shares. Thread-safe. */
interface PermitSource {
    /**
     * Takes a permit if one is free; null when there is none.
     *
     * @param now what this node's clock says
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the store does not answer in time; nothing was
     *     taken then
     */
    @Nullable
    Lease take(Rules rules, long now);

    /** Whether it may be a while before {@link #take} returns. */
    boolean mayBlock();

    /** As {@link #take}, without blocking. */
    CompletionStage<Optional<Lease>> takeAsync(Rules rules);

    /** As {@link Cell#parts}. */
    int parts();

    /** How many permits are out, as far as this node knows without having to be exact. */
    long held();

    /** Whether any permit is out, as far as this node knows; asks nobody. */
    default boolean isAnyOut() {
        return false;
    }

    /** In how many nanoseconds the first permit lapses that is out. */
    long untilFirstLapse();

    /** Has the listener told whenever somebody else may have given permits back. */
    void onNews(Runnable listener);
}
