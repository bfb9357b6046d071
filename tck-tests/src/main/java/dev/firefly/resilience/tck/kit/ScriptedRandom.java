package dev.firefly.resilience.tck.kit;

import dev.firefly.resilience.core.Randomness;

/**
 * Chance that brings the numbers it was given, in their order. A draw that is not in the script is an error, so that a test
 * also notices how often chance was asked. Thread-safe.
 */
public final class ScriptedRandom implements Randomness {
    private final double[] numbers;
    private int drawn;

    /**
     * Chance that brings these numbers.
     *
     * @param numbers each in [0, 1), as {@link #nextDouble()} gives them
     */
    public ScriptedRandom(double... numbers) {
        for (double number : numbers) {
            if (!(number >= 0 && number < 1)) {
                throw new IllegalArgumentException("A number must be in [0, 1), was " + number);
            }
        }
        this.numbers = numbers.clone();
    }

    /** @throws AssertionError when all numbers have been drawn */
    @Override
    public synchronized double nextDouble() {
        if (drawn == numbers.length) {
            throw new AssertionError(
                    "All " + numbers.length + " scripted numbers have been drawn; this draw is one more");
        }
        return numbers[drawn++];
    }

    /** How many numbers have not been drawn. */
    public synchronized int left() {
        return numbers.length - drawn;
    }
}
