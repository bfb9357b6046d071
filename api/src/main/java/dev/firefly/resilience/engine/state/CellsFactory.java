package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.store.ResilienceStore;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How one registry makes the cells in which it keeps state. Immutable.
 *
 * @param node the name of the registry
 * @param executor runs whatever follows from changes that nobody waits for
 * @param prefix the beginning of all keys
 * @param limits how long things may take
 * @param forgetting when names are forgotten that nobody uses any more
 * @param store the registry's store; null when its state stays in memory
 */
public record CellsFactory(
        String node,
        Executor executor,
        String prefix,
        SharedCells.Limits limits,
        Forgetting forgetting,
        @Nullable ResilienceStore store) {

    /** Whether others than the registry may change what it keeps in that store, or, if it is null, in its own. */
    public boolean isShared(@Nullable ResilienceStore other) {
        return other != null || store != null;
    }

    /**
     * Makes cells that go by the clock and keep state in that store, or, if it is null, where the registry does. Whoever
     * asks for them closes them; the store stays open.
     *
     * @param events hears when the store goes down and comes back
     */
    public Cells open(@Nullable ResilienceStore other, Clock clock, EventBus events) {
        ResilienceStore place = other != null ? other : store;
        // Two sets of cells number their writes independently, so each writes under a number of its own.
        return place == null
                ? new MemoryCells(node, clock, forgetting)
                : new SharedCells(
                        place,
                        prefix,
                        node,
                        UUID.randomUUID().getMostSignificantBits(),
                        limits,
                        clock,
                        events,
                        executor,
                        forgetting);
    }
}
