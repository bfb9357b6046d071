package dev.firefly.resilience.engine;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The store that a registry is to open.
 *
 * @param connection what the application has to reach it; empty where settings say where it is
 */
record StoreChoice(ResilienceStoreProvider provider, Optional<?> connection) {

    /** Notes what is wrong with the choice; null when the store was given, or when state stays in memory. */
    static @Nullable StoreChoice of(StoreProviders providers, RegistryParts parts, Problems problems) {
        ResilienceStoreProvider provider = parts.store != null ? null : providers.choose(parts.settings, problems);
        if (provider == null) {
            return null;
        }
        provider.validate(parts.settings, problems);
        return new StoreChoice(provider, connection(provider, parts, problems));
    }

    private static Optional<?> connection(ResilienceStoreProvider provider, RegistryParts parts, Problems problems) {
        Optional<Class<?>> type = provider.connectionType();
        try {
            return type.isPresent() ? parts.connections.apply(type.get()) : Optional.empty();
        } catch (ConfigurationException e) {
            e.problems().forEach(problems::add);
            return Optional.empty();
        }
    }

    ResilienceStore open(Settings settings, ResilienceStoreProvider.Options options) {
        return connection.isPresent()
                ? provider.openOver(connection.get(), settings, options)
                : provider.open(settings, options);
    }
}
