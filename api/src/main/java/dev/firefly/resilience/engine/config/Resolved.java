package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.InstanceSettings;
import dev.firefly.resilience.config.InstanceSettings.Value;
import dev.firefly.resilience.config.Settings.Setting;
import dev.firefly.resilience.core.Pattern;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A config with the places where its values were set.
 *
 * @param origins where values were set, by key
 * @param otherwise where all others come from
 */
record Resolved<C>(C config, Map<String, Setting> origins, String otherwise) {
    Resolved {
        origins = Map.copyOf(origins);
    }

    /** The same with the instance it inherits from, if there is one. */
    Resolved<C> basedOn(Optional<Setting> base) {
        Map<String, Setting> more = new TreeMap<>(origins);
        base.ifPresent(setting -> more.put(Table.BASE, setting));
        return new Resolved<>(config, more, otherwise);
    }

    /** Everything that is set, key by key. */
    InstanceSettings describe(Pattern pattern, String name, Table<C, ?> table) {
        Map<String, Value> values = new TreeMap<>();
        for (Key<C, ?> key : table.keys()) {
            @Nullable String text = key.writer().apply(config);
            values.put(key.name(), new Value(text == null ? "" : text, source(key.name())));
        }
        @Nullable Setting base = origins.get(Table.BASE);
        if (base != null) {
            values.put(Table.BASE, new Value(base.value(), base.source()));
        }
        return new InstanceSettings(pattern, name, values);
    }

    private String source(String key) {
        @Nullable Setting origin = origins.get(key);
        return origin == null ? otherwise : origin.source();
    }
}
