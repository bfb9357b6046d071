package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problems;
import java.time.Duration;

/** What a circuit on a shared store has to keep to: one that closes before everybody has heard of it is not shared. */
public final class SharedWait {
    private SharedWait() {}

    /**
     * Notes a problem when the circuit would not stay open for longer than a view of it may be old.
     *
     * @param prefix what the key of the problem begins with, up to and with the dot
     */
    public static void check(String prefix, CircuitBreakerConfig config, Duration maxStaleness, Problems problems) {
        problems.require(
                config.waitDurationInOpen().compareTo(maxStaleness) > 0,
                prefix + "wait-duration-in-open",
                "must be longer than store.max-staleness (" + Durations.format(maxStaleness) + ") on a shared store",
                Durations.format(config.waitDurationInOpen()));
    }
}
