package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Companion;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a registry keeps for a circuit beside its record, however many breakers judge by that one. */
final class BesideTheRecord implements Companion {
    final WindowMismatch windows;

    private final Supplier<OwnCircuit> maker;
    private final AtomicReference<@Nullable OwnCircuit> own = new AtomicReference<>();

    private BesideTheRecord(String name, Environment environment, Cell<Circuit> cell) {
        this.windows = new WindowMismatch(name);
        this.maker = () -> new OwnCircuit(name, environment, cell);
        EventBus events = environment.clusterEvents();
        if (events != null) {
            cell.onRecord(new RemoteTransitions(name, environment, events));
        }
    }

    /** The circuit of this node alone; made when a quorum first asks for it. */
    OwnCircuit own() {
        OwnCircuit known = own.get();
        if (known != null) {
            return known;
        }
        OwnCircuit made = maker.get();
        OwnCircuit other = own.compareAndExchange(null, made);
        return other != null ? other : made;
    }

    @Override
    public boolean isNeeded() {
        OwnCircuit known = own.get();
        return known != null && known.isNeeded();
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
