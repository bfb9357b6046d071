package dev.firefly.resilience.engine.state;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Carries what this node's part of a split cluster knew over to the part that it joins. Thread-safe. */
final class Healing {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");

    private final Collection<SharedCell<?>> cells;
    private volatile List<Runnable> remembered = List.of();

    /** @param cells all there are, those that are added later too */
    Healing(Collection<SharedCell<?>> cells) {
        this.cells = cells;
    }

    /** The parts are about to become one; soon the store says what the other part knew. */
    void begin() {
        remembered = cells.stream()
                .map(SharedCell::remembered)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The parts are one. */
    void end() {
        List<Runnable> known = remembered;
        remembered = List.of();
        LOG.log(
                Level.INFO,
                () -> "The cluster has found together again; " + known.size()
                        + " names are compared with what this part of it knew");
        known.forEach(Runnable::run);
    }
}
