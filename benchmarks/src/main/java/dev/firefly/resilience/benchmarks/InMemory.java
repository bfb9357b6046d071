package dev.firefly.resilience.benchmarks;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.config.Settings;
import java.util.Map;

/** A registry that keeps its state in memory although the Hazelcast store is on the class path. */
final class InMemory {
    private InMemory() {}

    static Resilience.Builder builder() {
        return Resilience.builder()
                .settings(Settings.of(Map.of(Settings.PREFIX + "store.type", "memory"), "benchmark"));
    }
}
