package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import org.jspecify.annotations.Nullable;

/** What a registry keeps for a circuit beside its record, however many breakers judge by that one. */
final class BesideTheRecord {
    final WindowMismatch windows;

    private BesideTheRecord(String name, Environment environment, Cell<Circuit> cell) {
        this.windows = new WindowMismatch(name);
        EventBus events = environment.clusterEvents();
        if (events != null) {
            cell.onRecord(new RemoteTransitions(name, environment, events));
        }
    }

    /** That of the named circuit; null where nobody else can change its record. */
    static @Nullable BesideTheRecord of(String name, Environment environment, Cell<Circuit> cell) {
        return environment.cells().isShared()
                ? environment
                        .cells()
                        .companion(
                                Pattern.CIRCUIT_BREAKER,
                                name,
                                BesideTheRecord.class,
                                () -> new BesideTheRecord(name, environment, cell))
                : null;
    }
}
