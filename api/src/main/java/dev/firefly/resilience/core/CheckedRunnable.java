package dev.firefly.resilience.core;

/**
 * Guarded code without a result.
 *
 * @param <E> its checked exception, which passes through a guard with its own type; the common supertype of several
 */
@FunctionalInterface
public interface CheckedRunnable<E extends Exception> {
    void run() throws E;
}
