package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.core.Pattern;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Complete configs that were given in code, by pattern and name. Filled by one thread, then only read. */
public final class InCode {
    private final Map<Pattern, Map<String, Object>> configs = new EnumMap<>(Pattern.class);

    /** Starts with none. */
    public InCode() {}

    /** Adds the config of an instance, in the place of one of the same name. */
    public InCode put(Pattern pattern, String name, Object config) {
        configs.computeIfAbsent(pattern, any -> new LinkedHashMap<>()).put(name, config);
        return this;
    }

    /** The configs of a pattern, which are of that type. */
    <C> Map<String, C> of(Pattern pattern, Class<C> type) {
        Map<String, C> found = new LinkedHashMap<>();
        configs.getOrDefault(pattern, Map.of()).forEach((name, config) -> found.put(name, type.cast(config)));
        return found;
    }
}
