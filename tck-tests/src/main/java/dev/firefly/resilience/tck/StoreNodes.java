package dev.firefly.resilience.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.store.ResilienceStore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the parts of the contract work with. */
interface StoreNodes {
    /** Longer than anything takes that works at all. */
    Duration PATIENCE = Duration.ofSeconds(30);

    /** One more node. */
    ResilienceStore node();

    /** A key that no other test uses. */
    String key(String pattern, String name);

    Duration clockTolerance();

    default String key(String name) {
        return key("bulkhead", name);
    }

    /** Compares and replaces under the lock, as the library does it. */
    static boolean replace(ResilienceStore node, String key, byte @Nullable [] expected, byte[] replacement) {
        boolean[] replaced = {false};
        boolean locked =
                node.withLock(key, PATIENCE, entry -> replaced[0] = entry.compareAndReplace(expected, replacement));
        assertThat(locked).as("lock of %s", key).isTrue();
        return replaced[0];
    }

    static byte @Nullable [] read(ResilienceStore node, String key) {
        return node.read(List.of(key)).get(key);
    }
}
