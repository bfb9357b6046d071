package dev.firefly.resilience.store;

import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Opens stores of one type. Found with {@link java.util.ServiceLoader} when the type is named by {@code store.type}, or
 * when that is {@code auto} and there is exactly one provider.
 */
public interface ResilienceStoreProvider {
    /** The word for it in {@code firefly.resilience.store.type}. */
    String type();

    /** The keys it reads, without the common prefix, for example {@code hazelcast.members}. */
    Set<String> keys();

    /** Notes everything that is wrong with this provider's settings, without opening anything. */
    void validate(Settings settings, Problems problems);

    /**
     * Opens the store. Called once per registry; may block while a cluster is joined.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException when the settings cannot work
     */
    ResilienceStore open(Settings settings, Options options);

    /**
     * The type of what an application may have of its own to reach such a store, for example an instance of a grid that it
     * uses for other things too. An application that has one shares it: settings are not asked where to find another.
     *
     * @return empty when there is no such type, or when its class cannot be loaded
     */
    default Optional<Class<?>> connectionType() {
        return Optional.empty();
    }

    /**
     * Opens the store over a connection of the application, which stays open when the store is closed. Called instead of
     * {@link #open}, once per registry; may block.
     *
     * @param connection an instance of the {@link #connectionType()}
     * @throws dev.firefly.resilience.config.ConfigurationException when it cannot be used
     */
    default ResilienceStore openOver(Object connection, Settings settings, Options options) {
        throw new UnsupportedOperationException(type() + " has no connection type");
    }

    /**
     * What every store is told.
     *
     * @param prefix the beginning of all its keys; separates applications on one grid
     * @param idleTtl after this time without any use a record may disappear
     */
    record Options(String prefix, Duration idleTtl) {}
}
