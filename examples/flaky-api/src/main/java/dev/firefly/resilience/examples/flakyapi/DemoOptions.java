package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;

/**
 * How the demonstration is to run.
 *
 * @param duration how long the nodes call
 * @param period how long the API is in each of its moods
 * @param nodes how many nodes there are
 * @param rate calls per second of all nodes together
 * @param openFor how long the open circuit rejects before it is probed
 * @param port the port of the API; 0 for any that is free
 */
record DemoOptions(Duration duration, Duration period, int nodes, int rate, Duration openFor, int port) {
    /** What must be left, after the API is well again and the circuit can be probed, for the circuit to close. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    /** Two rounds of all moods, and time enough for the circuit to close even if its first probe then fails. */
    static final DemoOptions DEFAULTS =
            new DemoOptions(Duration.ofSeconds(57), Duration.ofSeconds(6), 3, 60, Duration.ofSeconds(3), 0);

    /** The shortest duration in which the API is in all of its moods, and the circuit can close after the last. */
    Duration leastDuration() {
        return period.multipliedBy(Mood.values().length).plus(timeToClose());
    }

    /** How long it may take, once the API is well, until the circuit is closed. */
    Duration timeToClose() {
        return openFor.plus(MARGIN);
    }
}
