package dev.firefly.resilience.engine;

import dev.firefly.resilience.config.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A configuration that can be changed while it is in use. */
final class ChangingSettings implements Settings {
    static final String SOURCE = "changing.properties";

    private final Map<String, String> values = new ConcurrentHashMap<>();
    private final Map<String, Runnable> interludes = new ConcurrentHashMap<>();

    /** @param key without the common prefix */
    ChangingSettings set(String key, String value) {
        values.put(PREFIX + key, value);
        return this;
    }

    ChangingSettings remove(String key) {
        values.remove(PREFIX + key);
        return this;
    }

    /** Something to do, once, when the key is asked for next. */
    ChangingSettings whenAskedFor(String key, Runnable interlude) {
        interludes.put(PREFIX + key, interlude);
        return this;
    }

    @Override
    public Set<String> keys() {
        return Set.copyOf(values.keySet());
    }

    @Override
    public Optional<Setting> find(String key) {
        Optional.ofNullable(interludes.remove(key)).ifPresent(Runnable::run);
        return Optional.ofNullable(values.get(key)).map(value -> new Setting(key, value, SOURCE));
    }
}
