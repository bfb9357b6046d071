package dev.firefly.resilience.core;

import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/** Seeds of random tests: the same in every run, unless {@code -Dseed=} names another. */
public final class Seeds {
    private Seeds() {}

    /** Runs a test under several seeds; a failure names its seed. */
    public static void each(int count, LongConsumer test) {
        Long only = Long.getLong("seed");
        SplittableRandom seeds = new SplittableRandom(20_260_101);
        for (int i = 0; i < (only == null ? count : 1); i++) {
            long seed = only == null ? seeds.nextLong() : only;
            try {
                test.accept(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("with -Dseed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
