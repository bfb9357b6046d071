package dev.firefly.resilience;

import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.retry.Retry;
import org.jspecify.annotations.Nullable;

/**
 * The named instances of one application. An instance is built at the first request for its name and the same object is
 * returned from then on. Building one never writes to the store.
 *
 * <p>A name that is not configured works with the defaults as long as no instance of that pattern is configured at all;
 * if there are others, asking for it throws {@link dev.firefly.resilience.config.ConfigurationException} listing them.
 * Thread-safe.
 */
public interface ResilienceRegistry extends AutoCloseable {
    /** The retry of that name. */
    Retry retry(String name);

    /** The circuit breaker of that name. */
    CircuitBreaker circuitBreaker(String name);

    /** All circuit breakers, driven by name. */
    CircuitBreakers circuitBreakers();

    /**
     * The same fallback, bound to this registry: its uses are announced under the name, and asynchronous replacements
     * run on the registry's executor.
     */
    <T extends @Nullable Object> Fallback<T> fallback(String name, Fallback<T> fallback);

    /** Where to hear of events. */
    Events events();

    /** The name under which this registry announces events and takes part in the store; new for every registry. */
    String node();

    /**
     * Gives back what the registry holds in the store, closes the store if the registry opened it, and ends all its
     * threads. Instances must not be used afterwards. Closing again is harmless.
     */
    @Override
    void close();
}
