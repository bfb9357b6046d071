package dev.firefly.resilience;

import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.config.InstanceSettings;
import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.store.StoreStatus;
import dev.firefly.resilience.timelimiter.TimeLimiter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The named instances of one application. An instance is built at the first request for its name and the same object is
 * returned from then on; one whose name is not configured, for as long as anybody has it, or has asked for it within {@code
 * store.idle-ttl}. Building one never writes to the store.
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

    /** The rate limiter of that name. */
    RateLimiter rateLimiter(String name);

    /** The bulkhead of that name. */
    Bulkhead bulkhead(String name);

    /** The time limiter of that name. */
    TimeLimiter timeLimiter(String name);

    /** An empty pipeline of that name, to which patterns are added; see {@link Pipeline}. */
    Pipeline pipeline(String name);

    /** All circuit breakers, driven by name. */
    CircuitBreakers circuitBreakers();

    /**
     * The same fallback, bound to this registry: its uses are announced under the name, and asynchronous replacements
     * run on the registry's executor.
     */
    <T extends @Nullable Object> Fallback<T> fallback(String name, Fallback<T> fallback);

    /**
     * Reads the configuration again and puts it into force for all instances, those in use included: calls that have begun
     * end under the settings they began with, and nothing is lost of windows, tokens and permits. Settings that concern no
     * single instance stay what they were when the registry started; so do patterns that a pipeline was given in code.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException listing everything that is wrong, among it that a name
     *     in use is not configured any more; then nothing has changed
     */
    void refresh();

    /** Everything that is set for each instance that is configured or in use, with where it was set. A pure read. */
    List<InstanceSettings> describe();

    /**
     * How this registry stands with the store that holds its state: whether its decisions hold for the whole cluster just
     * now, and if not, since when and why. A pure read of what is known; the store is not asked. A pipeline with a store of
     * its own is not spoken of.
     */
    StoreStatus storeStatus();

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
