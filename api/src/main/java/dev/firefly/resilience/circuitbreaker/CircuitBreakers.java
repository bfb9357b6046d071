package dev.firefly.resilience.circuitbreaker;

import java.time.Duration;

/**
 * Drives circuits by name, for code that steers or watches many of them. What {@link CircuitBreaker} says of its methods
 * holds here too. Methods without a configuration use the configured instance of that name and throw
 * {@link dev.firefly.resilience.config.ConfigurationException} where the registry would; methods with one judge the same
 * shared circuit by the given configuration. Thread-safe.
 */
public interface CircuitBreakers {
    /** What the next call would meet. */
    BreakerState state(String name);

    /** What the next call would meet. */
    BreakerState state(String name, CircuitBreakerConfig config);

    /** Whether a permit would be refused now. Uses no probe up. */
    boolean isOpen(String name);

    /** Whether a permit would be refused now. Uses no probe up. */
    boolean isOpen(String name, CircuitBreakerConfig config);

    /** Whether a permit would be granted now. Uses no probe up. */
    default boolean isClosed(String name) {
        return !isOpen(name);
    }

    /** Whether a permit would be granted now. Uses no probe up. */
    default boolean isClosed(String name, CircuitBreakerConfig config) {
        return !isOpen(name, config);
    }

    /**
     * How long until a call has a chance: zero when a permit would be granted now,
     * {@link java.time.temporal.ChronoUnit#FOREVER} when the circuit was opened by hand without an end.
     */
    Duration retryAfter(String name);

    /** How long until a call has a chance; see {@link #retryAfter(String)}. */
    Duration retryAfter(String name, CircuitBreakerConfig config);

    /** Asks for admission; see {@link CircuitBreaker#permit()}. */
    Decision permit(String name);

    /** Asks for admission; see {@link CircuitBreaker#permit()}. */
    Decision permit(String name, CircuitBreakerConfig config);

    /**
     * Settles, as a success, the oldest probe that this node took by {@code permit(name)} and has not settled; without
     * one, counts a success if the circuit is closed.
     */
    void recordSuccess(String name);

    /** Records a success; see {@link #recordSuccess(String)}. */
    void recordSuccess(String name, CircuitBreakerConfig config);

    /**
     * Settles, as a failure, the oldest probe that this node took by {@code permit(name)} and has not settled; without
     * one, counts a failure if the circuit is closed.
     */
    void recordFailure(String name);

    /** Records a failure; see {@link #recordFailure(String)}. */
    void recordFailure(String name, CircuitBreakerConfig config);

    /** Opens the circuit for so long; see {@link CircuitBreaker#open(Duration)}. */
    void open(String name, Duration wait);

    /** Opens the circuit for so long; see {@link CircuitBreaker#open(Duration)}. */
    void open(String name, Duration wait, CircuitBreakerConfig config);

    /** Closes the circuit; see {@link CircuitBreaker#close()}. */
    void close(String name);

    /** Closes the circuit; see {@link CircuitBreaker#close()}. */
    void close(String name, CircuitBreakerConfig config);
}
