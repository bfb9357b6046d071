package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The maps of the store, one for each pattern that keeps state, and one for the roster of registries; see {@link StoreKey} for what lies where. Thread-safe. */
final class StateMaps {
    /** The patterns that keep state, and where registries say that they are there. */
    private static final List<String> KINDS =
            List.of(Pattern.CIRCUIT_BREAKER.key(), Pattern.RATE_LIMITER.key(), Pattern.BULKHEAD.key(), "registries");

    private final String prefix;
    private final Map<String, IMap<String, byte[]>> byPattern;

    private StateMaps(String prefix, Map<String, IMap<String, byte[]>> byPattern) {
        this.prefix = prefix;
        this.byPattern = byPattern;
    }

    /** Opens all of them at once: how a map forgets idle entries must be settled before anybody uses it. */
    static StateMaps open(HazelcastInstance instance, Options options) {
        checkPrefix(options.prefix());
        Map<String, IMap<String, byte[]>> maps = KINDS.stream()
                .collect(Collectors.toUnmodifiableMap(Function.identity(), pattern -> {
                    String name = StoreKey.mapName(options.prefix(), pattern);
                    MapSettings.apply(instance, name, options.idleTtl());
                    return instance.<String, byte[]>getMap(name);
                }));
        return new StateMaps(options.prefix(), maps);
    }

    private static void checkPrefix(String prefix) {
        // In the name of a map an asterisk is a wildcard, and what follows an at sign is not used to find its settings.
        new Problems()
                .require(
                        !prefix.isBlank() && prefix.indexOf('*') < 0 && prefix.indexOf('@') < 0,
                        Settings.PREFIX + "store.prefix",
                        "must not be blank and, with Hazelcast, hold neither * nor @",
                        prefix)
                .throwIfAny();
    }

    Collection<IMap<String, byte[]>> all() {
        return byPattern.values();
    }

    /** @throws IllegalArgumentException when no pattern of ours keeps state under such a key */
    StateEntry entry(String key) {
        StoreKey place = StoreKey.parse(prefix, key);
        return new StateEntry(map(place, key), place.name());
    }

    /** What is stored under the keys. */
    Map<String, byte[]> read(Collection<String> keys) {
        Map<IMap<String, byte[]>, Set<String>> names = new HashMap<>();
        for (String key : keys) {
            StoreKey place = StoreKey.parse(prefix, key);
            names.computeIfAbsent(map(place, key), map -> new HashSet<>()).add(place.name());
        }
        Map<String, byte[]> found = new HashMap<>();
        names.forEach((map, wanted) ->
                values(map, wanted).forEach((name, value) -> found.put(StoreKey.of(map.getName(), name), value)));
        return found;
    }

    private static Map<String, byte[]> values(IMap<String, byte[]> map, Set<String> names) {
        if (names.size() > 1) {
            return map.getAll(names);
        }
        // The one key of a call that waits: a plain read costs less than a batch of one.
        String name = names.iterator().next();
        byte[] value = map.get(name);
        return value == null ? Map.of() : Map.of(name, value);
    }

    private IMap<String, byte[]> map(StoreKey place, String key) {
        IMap<String, byte[]> map = byPattern.get(place.pattern());
        if (map == null) {
            throw new IllegalArgumentException(
                    "Only " + byPattern.keySet() + " keep state here, which does not include that of " + key);
        }
        return map;
    }
}
