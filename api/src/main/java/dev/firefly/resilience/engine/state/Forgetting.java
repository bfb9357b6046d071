package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;

/**
 * How a registry forgets names that nobody uses any more. Thread-safe.
 *
 * @param idleNanos after how long without use
 * @param most how many names of one pattern there may be before those unused for longest are forgotten sooner
 * @param executor does the work
 * @param told the patterns of which it has been said that there are too many names
 */
public record Forgetting(long idleNanos, int most, Executor executor, Set<Pattern> told) {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience");

    /** As the record, with nothing said so far. */
    public Forgetting(long idleNanos, int most, Executor executor) {
        this(idleNanos, most, executor, ConcurrentHashMap.newKeySet());
    }

    /** Nothing is ever forgotten. */
    static Forgetting nothing() {
        return new Forgetting(Long.MAX_VALUE, Integer.MAX_VALUE, Runnable::run);
    }

    /** Says once for each pattern that there are too many names. */
    public void tellCrowded(Pattern pattern, String example) {
        if (told.add(pattern)) {
            LOG.log(
                    Level.WARNING,
                    "More than " + most + " names of the pattern [" + pattern.key() + "] that are not configured are in"
                            + " use, the last one [" + example
                            + "]; from now on those unused for longest are forgotten."
                            + " If a part of the name is an id, use one name for all; if there are that many for"
                            + " good, raise firefly.resilience.registry.max-dynamic-instances");
        }
    }

    /**
     * Has names looked through from time to time.
     *
     * @param look forgets what can be forgotten, and says how many names are left
     */
    public Sweeper sweeper(Clock clock, IntSupplier look) {
        return new Sweeper(clock, executor, Math.max(1_000_000, idleNanos / 4), look);
    }
}
