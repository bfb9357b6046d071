package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Pattern;

/** Where the instances of a registry keep their state. Thread-safe. */
public interface Cells extends AutoCloseable {
    /** The cell of a name; the same object for every request, so that all who use a name share its state. */
    <S> Cell<S> cell(Pattern pattern, String name, StateType<S> type);

    /** Who holds the leases that this registry takes: its node, and the member of the cluster it lives on. */
    String owner();

    /** Writes what is still queued as far as that is possible at once, and ends all threads. */
    @Override
    void close();
}
