package dev.firefly.resilience;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.ConfiguredRegistry;
import dev.firefly.resilience.engine.RegistryParts;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.ResilienceStore;
import java.util.Map;
import java.util.concurrent.Executor;

/** The entry for code that runs without a container. */
public final class Resilience {
    private Resilience() {}

    /** A registry with its state in memory, whatever stores are on the class path, and all defaults; close it when done. */
    public static ResilienceRegistry create() {
        return builder()
                .settings(Settings.of(Map.of(Settings.PREFIX + "store.type", "memory"), "Resilience.create"))
                .build();
    }

    /** Starts a registry with settings or parts of its own; which store it uses is {@code store.type}'s to say. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects the parts of a registry; every method returns this builder. Not thread-safe. */
    public static final class Builder {
        private final RegistryParts parts = new RegistryParts();

        private Builder() {}

        /** Where configuration is read from; nothing by default. */
        public Builder settings(Settings settings) {
            parts.settings = settings;
            return this;
        }

        /** The store to share state in; it stays open when the registry is closed. By default settings decide. */
        public Builder store(ResilienceStore store) {
            parts.store = store;
            return this;
        }

        /** The clock; by default the system's. */
        public Builder clock(Clock clock) {
            parts.clock = clock;
            return this;
        }

        /** The source of chance; by default the system's. */
        public Builder random(Randomness random) {
            parts.random = random;
            return this;
        }

        /**
         * Runs retried attempts, continuations and listeners of asynchronous calls; it is not shut down with the
         * registry. By default a bounded pool of daemon threads that ends with the registry.
         */
        public Builder executor(Executor executor) {
            parts.executor = executor;
            return this;
        }

        /** Finds exception classes named in the configuration, and store providers. By default the thread's own. */
        public Builder classLoader(ClassLoader loader) {
            parts.classLoader = loader;
            return this;
        }

        /** Declares a retry; configuration under its name overrides it key by key. */
        public Builder retry(String name, RetryConfig config) {
            parts.retries.put(name, config);
            return this;
        }

        /** Declares a circuit breaker; configuration under its name overrides it key by key. */
        public Builder circuitBreaker(String name, CircuitBreakerConfig config) {
            parts.circuitBreakers.put(name, config);
            return this;
        }

        /** Declares the use of an instance, as annotations do. */
        public Builder declare(Declaration declaration) {
            parts.declarations.add(declaration);
            return this;
        }

        /**
         * Validates everything and opens the store.
         *
         * @throws dev.firefly.resilience.config.ConfigurationException listing all problems; nothing was started
         */
        public ResilienceRegistry build() {
            return ConfiguredRegistry.start(parts);
        }
    }
}
