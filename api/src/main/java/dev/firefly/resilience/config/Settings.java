package dev.firefly.resilience.config;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where configuration is read from: pairs of a full key, {@code firefly.resilience...}, and a text. Which of several
 * sources wins is decided behind this interface. Implementations are thread-safe and may answer differently over time.
 */
public interface Settings {
    /** What every key of this library begins with. */
    String PREFIX = "firefly.resilience.";

    /**
     * The full keys under the prefix that exist in sources whose spelling is exact. Keys that are only guessed from the
     * names of environment variables are not among them: such a variable answers for names known otherwise and creates
     * none.
     */
    Set<String> keys();

    /** The value in force under a full key, environment variables included; empty when there is none. */
    Optional<Setting> find(String key);

    /** The names of the environment variables that answer for keys, in their own spelling. */
    default Set<String> environmentNames() {
        return Set.of();
    }

    /** No settings at all. */
    static Settings none() {
        return of(Map.of(), "");
    }

    /**
     * Fixed settings.
     *
     * @param values full keys with their values
     * @param source what to call their origin in messages
     */
    static Settings of(Map<String, String> values, String source) {
        Map<String, String> copy = Map.copyOf(values);
        return new Settings() {
            @Override
            public Set<String> keys() {
                return copy.keySet();
            }

            @Override
            public Optional<Setting> find(String key) {
                return Optional.ofNullable(copy.get(key)).map(value -> new Setting(key, value, source));
            }
        };
    }

    /**
     * A value with its origin.
     *
     * @param key the full key
     * @param value its text
     * @param source the name of the source it came from
     */
    record Setting(String key, String value, String source) {}
}
