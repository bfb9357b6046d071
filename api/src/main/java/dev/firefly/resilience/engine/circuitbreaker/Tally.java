package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.FailureTimes;

/**
 * The figures by which a circuit is judged.
 *
 * @param calls outcomes; 0 where a time window does not count successes
 * @param times when the newest failures happened; empty for a count window
 */
record Tally(int calls, int failures, int slowCalls, FailureTimes times) {
    static final Tally NOTHING = new Tally(0, 0, 0, FailureTimes.NONE);
}
