package dev.firefly.resilience.config;

import dev.firefly.resilience.core.Pattern;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Everything that is set for one instance. Immutable.
 *
 * @param pattern the pattern
 * @param name the name of the instance
 * @param values the value of every key in force, inherited and default ones included, by key
 */
public record InstanceSettings(Pattern pattern, String name, Map<String, Value> values) {
    /**
     * A value in force.
     *
     * @param text the value in the spelling of configuration; empty when there is none
     * @param source where it was set: a config source, a place in code, or {@code the defaults}
     */
    public record Value(String text, String source) {}

    /** Copies the values, in the order of their keys. */
    public InstanceSettings {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** One line for each value, such as {@code retry.payments.max-attempts = 5 (application.properties)}. */
    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(entry -> pattern.key() + '.' + name + '.' + entry.getKey() + " = " + entry.getValue().text + " ("
                        + entry.getValue().source + ')')
                .collect(Collectors.joining("\n"));
    }
}
