package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Environment;
import org.jspecify.annotations.Nullable;

/** What a registry keeps for a circuit beside its record, however many breakers judge by that one. */
final class BesideTheRecord {
    final WindowMismatch windows;

    private BesideTheRecord(String name) {
        this.windows = new WindowMismatch(name);
    }

    /** That of the named circuit; null where nobody else can change its record. */
    static @Nullable BesideTheRecord of(String name, Environment environment) {
        return environment.cells().isShared()
                ? environment
                        .cells()
                        .companion(
                                Pattern.CIRCUIT_BREAKER, name, BesideTheRecord.class, () -> new BesideTheRecord(name))
                : null;
    }
}
