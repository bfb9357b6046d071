package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;

/**
 * How the demonstration is to run.
 *
 * @param duration how long the nodes call
 * @param period how long the API is well, and then failing, in turn
 * @param nodes how many nodes there are
 * @param rate calls per second of each node
 * @param openFor how long the open circuit rejects before it is probed
 * @param port the port of the API; 0 for any that is free
 */
record DemoOptions(Duration duration, Duration period, int nodes, int rate, Duration openFor, int port) {
    /** What must be left, after the API is well again and the circuit can be probed, for the circuit to close. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    static final DemoOptions DEFAULTS =
            new DemoOptions(Duration.ofSeconds(60), Duration.ofSeconds(12), 3, 20, Duration.ofSeconds(3), 0);

    /** The shortest duration in which the circuit can open and close again. */
    Duration leastDuration() {
        return period.multipliedBy(2).plus(timeToClose());
    }

    /** How long it may take, once the API is well, until the circuit is closed. */
    Duration timeToClose() {
        return openFor.plus(MARGIN);
    }
}
