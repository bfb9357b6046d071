package dev.firefly.resilience;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.ConfiguredRegistry;
import dev.firefly.resilience.engine.RegistryParts;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The entry for code that runs without a container. */
public final class Resilience {
    private Resilience() {}

    /** Made at the first use of {@link #pipeline}. */
    private static final class Default {
        // With our own loader: that of the first thread to come may be an application's, which would never be unloaded.
        static final ResilienceRegistry REGISTRY =
                inMemory().classLoader(Resilience.class.getClassLoader()).build();
    }

    /** A registry with its state in memory, whatever stores are on the class path, and all defaults; close it when done. */
    public static ResilienceRegistry create() {
        return inMemory().build();
    }

    private static Builder inMemory() {
        return builder().settings(Settings.of(Map.of(Settings.PREFIX + "store.type", "memory"), "Resilience.create"));
    }

    /**
     * An empty pipeline of one registry that is there for everybody, for applications without a container. It is made at
     * the first use like one of {@link #create}, and never closed: it starts no thread before a timer or an asynchronous
     * call needs one, its threads are daemons, and they end when they have had nothing to do for some seconds.
     *
     * <p>All who name a pipeline alike share its state, and the stores and clocks that are given to pipelines are kept for
     * good. What can be redeployed, or is to end cleanly, has a registry of its own: {@link #create}, and {@code close}.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException when a pipeline cannot have that name
     */
    public static Pipeline pipeline(String name) {
        return Default.REGISTRY.pipeline(name);
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

        /**
         * Where the application's own connections to a store are found, for example among the beans of a container; none
         * by default. Not asked when a {@link #store} is given, or when state stays in memory.
         *
         * @param lookUp called once while the registry is built or {@link #validate validated}, with the
         *     {@link dev.firefly.resilience.store.ResilienceStoreProvider#connectionType() type} that the store wants;
         *     returns an object of that type, which the registry never closes, or empty when the application has none.
         *     May throw a {@link dev.firefly.resilience.config.ConfigurationException}, which is told with all other
         *     problems.
         */
        public Builder connections(Function<Class<?>, Optional<?>> lookUp) {
            parts.connections = lookUp;
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

        /**
         * Carries the surroundings of callers (security, naming, logging, requests) over to what asynchronous calls run
         * later; nothing by default.
         *
         * @param capture called on the thread of the caller, once for each guard that needs it, with the executor that
         *     would run the tasks of that call; returns the one that runs them, on the same threads or others, in the
         *     caller's surroundings. That one has to run what it accepts: whoever waits for the call waits for the task.
         *     Thread-safe and quick; when it throws, that is logged, and the call goes on without.
         */
        public Builder context(UnaryOperator<Executor> capture) {
            parts.context = capture;
            return this;
        }

        /** Finds exception classes named in the configuration, and store providers. By default the thread's own. */
        public Builder classLoader(ClassLoader loader) {
            parts.classLoader = loader;
            return this;
        }

        /** Declares a retry; configuration under its name overrides it key by key. */
        public Builder retry(String name, RetryConfig config) {
            parts.inCode.put(Pattern.RETRY, name, config);
            return this;
        }

        /** Declares a circuit breaker; configuration under its name overrides it key by key. */
        public Builder circuitBreaker(String name, CircuitBreakerConfig config) {
            parts.inCode.put(Pattern.CIRCUIT_BREAKER, name, config);
            return this;
        }

        /** Declares a rate limiter; configuration under its name overrides it key by key. */
        public Builder rateLimiter(String name, RateLimiterConfig config) {
            parts.inCode.put(Pattern.RATE_LIMITER, name, config);
            return this;
        }

        /** Declares a bulkhead; configuration under its name overrides it key by key. */
        public Builder bulkhead(String name, BulkheadConfig config) {
            parts.inCode.put(Pattern.BULKHEAD, name, config);
            return this;
        }

        /** Declares a time limiter; configuration under its name overrides it key by key. */
        public Builder timeLimiter(String name, TimeLimiterConfig config) {
            parts.inCode.put(Pattern.TIME_LIMITER, name, config);
            return this;
        }

        /** Declares the use of an instance, as annotations do. */
        public Builder declare(Declaration declaration) {
            parts.declarations.add(declaration);
            return this;
        }

        /**
         * Validates everything as {@link #build} does, and starts and opens nothing of the library's own; but {@link
         * #connections} are looked up as {@code build} does, which may make one. What only shows when the store is opened
         * is not found. Warnings are logged, and again by a later {@code build}.
         *
         * @throws dev.firefly.resilience.config.ConfigurationException listing all problems
         */
        public void validate() {
            ConfiguredRegistry.validate(parts);
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
