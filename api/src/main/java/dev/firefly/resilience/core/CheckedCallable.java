package dev.firefly.resilience.core;

/**
 * Guarded code with a result.
 *
 * @param <T> its result
 * @param <E> its checked exception, which passes through a guard with its own type; the common supertype of several
 */
@FunctionalInterface
public interface CheckedCallable<T, E extends Exception> {
    T call() throws E;
}
