package dev.firefly.resilience.engine.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The companions of cells, by name. Thread-safe. */
final class Companions {
    private final Map<Named, Object> made = new ConcurrentHashMap<>();

    <C> C get(Named named, Class<C> type, Supplier<C> maker) {
        Object known = made.get(named);
        return type.cast(known != null ? known : made.computeIfAbsent(named, any -> maker.get()));
    }

    /** Whether the companion of that name, if there is one, says that it has to stay. */
    boolean isNeeded(Named named) {
        return made.get(named) instanceof Companion companion && companion.isNeeded();
    }

    void forget(Named named) {
        made.remove(named);
    }
}
