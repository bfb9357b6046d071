package dev.firefly.resilience.core;

import java.util.concurrent.ThreadLocalRandom;

/** The one source of chance, replaceable by a scripted one in tests. Implementations are thread-safe. */
@FunctionalInterface
public interface Randomness {
    /** A number drawn uniformly from [0, 1). */
    double nextDouble();

    /** A whole number drawn uniformly from [0, bound); 0 when the bound is 0 or less. */
    default long nextLong(long bound) {
        return bound <= 0 ? 0 : Math.min(bound - 1, (long) (nextDouble() * bound));
    }

    /** The generator of the calling thread. */
    static Randomness system() {
        return () -> ThreadLocalRandom.current().nextDouble();
    }
}
