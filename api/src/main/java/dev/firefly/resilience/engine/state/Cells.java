package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.StoreStatus;
import java.util.function.Supplier;

/** Where the instances of a registry keep their state. Thread-safe. */
public interface Cells extends AutoCloseable {
    /** Whether others than this registry may change the state. */
    boolean isShared();

    /**
     * What has to stay reachable for as long as the name is in use: until then its cell and its companion stay what they
     * are. Of a name that nobody holds they are forgotten, once that changes no decision.
     */
    Object hold(Pattern pattern, String name);

    /** The cell of a name; the same object for every request, so that all who use a name share its state. */
    <S> Cell<S> cell(Pattern pattern, String name, StateType<S> type);

    /**
     * What this node keeps for a name beside or in place of a cell, such as those who wait; made at the first request, and
     * the same object from then on. One that has to outlast the holds of its name is a {@link Companion}.
     *
     * @param type its class, of which a pattern has only one
     */
    <C> C companion(Pattern pattern, String name, Class<C> type, Supplier<C> maker);

    /** How many names it keeps something under. */
    int size();

    /** Who holds the leases that this registry takes: its node, and the member of the cluster it lives on. */
    String owner();

    /** How this registry stands with the store. */
    StoreStatus status();

    /** Writes what is still queued as far as that is possible at once, and ends all threads. */
    @Override
    void close();
}
