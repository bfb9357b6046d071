package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.Randomness;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Chance that gives the numbers it was given, in order, and fails when there are no more. */
public final class ScriptedRandom implements Randomness {
    private final Deque<Double> numbers;

    public ScriptedRandom(Double... numbers) {
        this.numbers = new ArrayDeque<>(Arrays.asList(numbers));
    }

    @Override
    public synchronized double nextDouble() {
        return numbers.removeFirst();
    }
}
