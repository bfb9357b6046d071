package dev.firefly.resilience;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What {@link Pipeline} and {@link FallbackPipeline} have in common: patterns are added one by one, the first is the
 * outermost. A pipeline is immutable; each method returns a new one.
 *
 * <p>A pattern is given by the name of an instance of the registry, which is asked for it at once and shared with all who
 * use the name. Or it is given settings, and then belongs to the pipeline: its state is kept under the name of the
 * pipeline and the pattern. Pipelines of one name share it as long as they have the same store and the same clock, and so
 * do all nodes that share the store; each judges by its own settings. In events, exceptions and contexts all that belongs
 * to a pipeline is called {@code pipeline:<name>}; no instance of the registry can have such a name.
 *
 * <p>{@link #store}, {@link #events}, {@link #clock} and {@link #random} concern what belongs to the pipeline, wherever in
 * the chain of methods they stand; given twice, the later store, clock or random holds. Stores and clocks that are given
 * are kept by the registry until it is closed: keep them, and the pipeline, rather than make new ones for each call.
 *
 * <p>Every pattern can be added once; adding it again throws {@link IllegalArgumentException}. A name that is not
 * configured while others are, settings out of range, and an own circuit breaker that on a shared store would not stay
 * open for longer than {@code store.max-staleness}, throw {@link dev.firefly.resilience.config.ConfigurationException}.
 *
 * @param <P> the pipeline
 */
public interface PipelineSteps<P extends PipelineSteps<P>> {
    /** The name of the pipeline. */
    String name();

    /** Adds the retry of that name, which is shared with all who use the name. */
    P retry(String name);

    /** Adds a retry of the pipeline's own with those settings. */
    P retry(RetryConfig config);

    /** Adds a retry of the pipeline's own: three attempts, exponential waits from 200 ms on, doubled each time, at most 10 s, with full jitter. */
    default P retry() {
        return retry(settings -> settings);
    }

    /** Adds a retry of the pipeline's own that differs from {@link #retry()} as the function says. */
    P retry(UnaryOperator<RetryConfig.Builder> settings);

    /** Adds the circuit breaker of that name, which is shared with all who use the name. */
    P circuitBreaker(String name);

    /** Adds a circuit breaker of the pipeline's own with those settings. */
    P circuitBreaker(CircuitBreakerConfig config);

    /** Adds a circuit breaker of the pipeline's own: it opens when half of at least 10 calls within 60 s have failed, for 30 s. */
    default P circuitBreaker() {
        return circuitBreaker(settings -> settings);
    }

    /** Adds a circuit breaker of the pipeline's own that differs from {@link #circuitBreaker()} as the function says. */
    P circuitBreaker(UnaryOperator<CircuitBreakerConfig.Builder> settings);

    /** Adds the rate limiter of that name, which is shared with all who use the name. */
    P rateLimiter(String name);

    /** Adds a rate limiter of the pipeline's own with those settings. */
    P rateLimiter(RateLimiterConfig config);

    /** Adds a rate limiter of the pipeline's own: the defaults of {@link RateLimiterConfig}. */
    default P rateLimiter() {
        return rateLimiter(settings -> settings);
    }

    /** Adds a rate limiter of the pipeline's own that differs from {@link #rateLimiter()} as the function says. */
    P rateLimiter(UnaryOperator<RateLimiterConfig.Builder> settings);

    /** Adds the bulkhead of that name, which is shared with all who use the name. */
    P bulkhead(String name);

    /** Adds a bulkhead of the pipeline's own with those settings. */
    P bulkhead(BulkheadConfig config);

    /** Adds a bulkhead of the pipeline's own: the defaults of {@link BulkheadConfig}. */
    default P bulkhead() {
        return bulkhead(settings -> settings);
    }

    /** Adds a bulkhead of the pipeline's own that differs from {@link #bulkhead()} as the function says. */
    P bulkhead(UnaryOperator<BulkheadConfig.Builder> settings);

    /** Adds the time limiter of that name, which is shared with all who use the name. */
    P timeLimiter(String name);

    /** Adds a time limiter of the pipeline's own with those settings. */
    P timeLimiter(TimeLimiterConfig config);

    /** Adds a time limiter of the pipeline's own: the defaults of {@link TimeLimiterConfig}. */
    default P timeLimiter() {
        return timeLimiter(settings -> settings);
    }

    /** Adds a time limiter of the pipeline's own that differs from {@link #timeLimiter()} as the function says. */
    P timeLimiter(UnaryOperator<TimeLimiterConfig.Builder> settings);

    /**
     * Keeps the state of the pipeline's own patterns in that store; by default it is kept where the registry's is. The
     * store is used from the first call on and stays open when the registry is closed. While it cannot be used at all,
     * calls end with a {@link dev.firefly.resilience.store.StoreUnavailableException}, which a fallback takes the place of
     * like any other.
     */
    P store(ResilienceStore store);

    /**
     * Has the listener hear the events of the pipeline's own patterns and of its fallback that calls through this pipeline,
     * or one made of it, give rise to. It is called as {@link dev.firefly.resilience.event.Events#subscribe} describes,
     * and before those of the registry, which hear these events too; a listener that is subscribed there as well is called
     * once. Events of named instances are heard on the registry alone. Several listeners may be added.
     */
    P events(Consumer<? super ResilienceEvent> listener);

    /** Has the pipeline's own patterns and its fallback go by that clock; by default by the registry's. */
    P clock(Clock clock);

    /** Has the pipeline's own patterns draw their chance there; by default where the registry does. */
    P random(Randomness random);

    /**
     * The patterns, outermost first, without the fallback: for a look at their settings and state, or to steer a circuit.
     *
     * @throws dev.firefly.resilience.store.StoreUnavailableException when the pipeline's store cannot be used
     */
    List<Guard> guards();
}
