package dev.firefly.resilience.engine;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The kinds of store on the class path, by type. */
record StoreProviders(Map<String, ResilienceStoreProvider> byType) {
    private static final String KEY = "store.type";
    private static final String AUTO = "auto";
    private static final String MEMORY = "memory";

    /** Looks with the application's loader, then with ours: in a WAR these are one, on a shared library they are not. */
    static StoreProviders find(ClassLoader application) {
        Map<String, ResilienceStoreProvider> found = new TreeMap<>();
        for (ClassLoader loader : new ClassLoader[] {application, StoreProviders.class.getClassLoader()}) {
            for (ResilienceStoreProvider provider : ServiceLoader.load(ResilienceStoreProvider.class, loader)) {
                found.putIfAbsent(provider.type(), provider);
            }
        }
        return new StoreProviders(found);
    }

    /** All keys that any of them reads. */
    Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        byType.values().forEach(provider -> keys.addAll(provider.keys()));
        return keys;
    }

    /** The one the settings want, or null for memory; notes a problem when there is no such. */
    @Nullable
    ResilienceStoreProvider choose(Settings settings, Problems problems) {
        Setting setting = settings.find(Settings.PREFIX + KEY)
                .filter(found -> !found.value().isBlank())
                .orElseGet(() -> new Setting(Settings.PREFIX + KEY, AUTO, ""));
        String type = setting.value().strip();
        if (type.equals(MEMORY) || type.equals(AUTO) && byType.isEmpty()) {
            return null;
        }
        if (type.equals(AUTO) && byType.size() == 1) {
            return byType.values().iterator().next();
        }
        ResilienceStoreProvider provider = byType.get(type);
        if (provider == null) {
            Set<String> accepted = new TreeSet<>(byType.keySet());
            accepted.add(MEMORY);
            if (byType.size() <= 1) {
                accepted.add(AUTO);
            }
            problems.add(Problem.of(
                            setting.key(),
                            "must be one of " + String.join(", ", accepted)
                                    + " (a store needs its jar on the class path)",
                            type)
                    .at(setting.key(), setting.source()));
        }
        return provider;
    }
}
