package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Pattern;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The companions of cells, by name. Thread-safe. */
final class Companions {
    private final Map<Key, Object> made = new ConcurrentHashMap<>();

    private record Key(Pattern pattern, String name) {}

    <C> C get(Pattern pattern, String name, Class<C> type, Supplier<C> maker) {
        Key key = new Key(pattern, name);
        Object known = made.get(key);
        return type.cast(known != null ? known : made.computeIfAbsent(key, any -> maker.get()));
    }
}
