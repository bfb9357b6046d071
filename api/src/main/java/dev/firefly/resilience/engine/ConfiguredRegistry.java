package dev.firefly.resilience.engine;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.engine.circuitbreaker.CircuitGate;
import dev.firefly.resilience.engine.circuitbreaker.NamedCircuits;
import dev.firefly.resilience.engine.circuitbreaker.StoredCircuitBreaker;
import dev.firefly.resilience.engine.config.ConfigurationModel;
import dev.firefly.resilience.engine.fallback.RegistryFallbackHost;
import dev.firefly.resilience.engine.retry.RetryLoop;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.retry.Retry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A registry over a validated configuration. Instances are built on first request. */
public final class ConfiguredRegistry implements ResilienceRegistry {
    private final RegistryAssembly assembly;
    private final ConfigurationModel model;
    private final Environment environment;
    private final Resources resources;
    private final NamedCircuits circuits;
    private final Map<String, RetryLoop> retries = new ConcurrentHashMap<>();
    private final Map<String, StoredCircuitBreaker> breakers = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private ConfiguredRegistry(RegistryAssembly assembly, Environment environment, Resources resources) {
        this.assembly = assembly;
        this.model = assembly.model();
        this.environment = environment;
        this.resources = resources;
        this.circuits = new NamedCircuits(this::storedBreaker, this::breakerFor, environment.clock());
    }

    /**
     * Validates the parts, opens the store and starts a registry.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException listing all that is wrong; nothing was started
     */
    public static ConfiguredRegistry start(RegistryParts parts) {
        RegistryAssembly assembly = RegistryAssembly.validated(parts);
        Resources resources = new Resources();
        try {
            return new ConfiguredRegistry(assembly, assembly.environment(resources), resources);
        } catch (RuntimeException | Error failure) {
            resources.close();
            throw failure;
        }
    }

    @Override
    public Retry retry(String name) {
        RetryLoop known = retries.get(name);
        return known != null
                ? known
                : retries.computeIfAbsent(name, any -> {
                    var config = model.retry(name);
                    return new RetryLoop(name, () -> config, environment);
                });
    }

    @Override
    public CircuitBreaker circuitBreaker(String name) {
        return storedBreaker(name);
    }

    private StoredCircuitBreaker storedBreaker(String name) {
        StoredCircuitBreaker known = breakers.get(name);
        return known != null
                ? known
                : breakers.computeIfAbsent(name, any -> breakerFor(name, model.circuitBreaker(name)));
    }

    private StoredCircuitBreaker breakerFor(String name, CircuitBreakerConfig config) {
        return new StoredCircuitBreaker(new CircuitGate(name, environment), assembly.checked(name, config));
    }

    @Override
    public CircuitBreakers circuitBreakers() {
        return circuits;
    }

    @Override
    public <T extends @Nullable Object> Fallback<T> fallback(String name, Fallback<T> fallback) {
        return fallback.boundTo(new RegistryFallbackHost(name, environment));
    }

    @Override
    public Events events() {
        return environment.events();
    }

    @Override
    public String node() {
        return environment.node();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            resources.close();
        }
    }
}
