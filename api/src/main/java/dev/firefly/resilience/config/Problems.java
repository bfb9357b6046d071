package dev.firefly.resilience.config;

import java.util.ArrayList;
import java.util.List;

/** Gathers everything that is wrong, so that it can be told at once. Not thread-safe. */
public final class Problems {
    private final List<Problem> found = new ArrayList<>();

    /** Starts with none. */
    public Problems() {}

    /**
     * Notes a problem unless the condition holds.
     *
     * @param accepted what is accepted, for example {@code must be >= 1}
     */
    public Problems require(boolean condition, String key, String accepted, Object value) {
        if (!condition) {
            found.add(Problem.of(key, accepted, value));
        }
        return this;
    }

    /** Notes a problem. */
    public void add(Problem problem) {
        found.add(problem);
    }

    /** What was noted so far, in order. */
    public List<Problem> list() {
        return List.copyOf(found);
    }

    /**
     * Ends the gathering.
     *
     * @throws ConfigurationException listing all that was noted, if anything was
     */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(found);
        }
    }
}
