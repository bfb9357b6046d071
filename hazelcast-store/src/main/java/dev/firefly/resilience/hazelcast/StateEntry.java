package dev.firefly.resilience.hazelcast;

import com.hazelcast.map.IMap;
import dev.firefly.resilience.store.ResilienceStore;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a map.
 *
 * @param map the map of its pattern
 * @param name its key in that map
 */
record StateEntry(IMap<String, byte[]> map, String name) implements ResilienceStore.Entry {
    @Override
    public byte @Nullable [] value() {
        return map.get(name);
    }

    /**
     * The lock alone does not fence: a plain write by a holder whose lock has lapsed waits for the next holder to finish
     * and then overwrites what that one wrote. These two fail instead.
     */
    @Override
    public boolean compareAndReplace(byte @Nullable [] expected, byte[] replacement) {
        return expected == null ? map.putIfAbsent(name, replacement) == null : map.replace(name, expected, replacement);
    }
}
