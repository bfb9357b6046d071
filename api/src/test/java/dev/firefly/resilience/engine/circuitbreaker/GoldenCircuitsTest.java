package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes.Lease;
import dev.firefly.resilience.engine.circuitbreaker.Contributors.Contributor;
import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.Bucket;
import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.FailureTimes;
import dev.firefly.resilience.engine.circuitbreaker.Trip.Cause;
import dev.firefly.resilience.engine.state.GoldenRecords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoldenCircuitsTest {
    private static final GoldenRecords<Circuit> V1_0 = new GoldenRecords<>(new CircuitType(), "circuit-1.0");
    private static final GoldenRecords<Circuit> V1_1 = new GoldenRecords<>(new CircuitType(), "circuit-1.1");

    private static final CountWindow TEN = CountWindow.of(10, 7, new long[] {0b1000101}, new long[] {0b10});
    private static final CountWindow HUNDRED =
            CountWindow.of(100, 100, new long[] {1L << 63, 1}, new long[] {-1, (1L << 36) - 1});
    private static final FailureTimes TIMES = FailureTimes.of(T0 + SECOND, T0 + SECOND, T0 + 5 * SECOND);
    private static final TimeWindow FAILURES = new TimeWindow(60 * SECOND, 5, false, TIMES, List.of());
    private static final TimeWindow RATE = new TimeWindow(
            32 * SECOND,
            100,
            true,
            TIMES,
            List.of(new Bucket(T0 + SECOND, 40, 2, 7), new Bucket(T0 + 4 * SECOND, 1_000, 1, 0)));

    private static final Trip BY_COUNT = new Trip(Cause.FAILURES, new Tally(10, 5, 0, FailureTimes.NONE));
    private static final Trip BY_TIMES = new Trip(Cause.FAILURES, new Tally(0, 3, 0, TIMES));
    private static final Trip BY_RATE = new Trip(Cause.FAILURE_RATE, new Tally(100, 7, 12, FailureTimes.NONE));

    private static Map<String, Circuit> states() {
        Map<String, Circuit> states = new LinkedHashMap<>();
        states.put("closed, never used", Circuit.INITIAL);
        states.put(
                "closed, epoch 4, 7 of 10 outcomes, 3 failures and 1 slow call among them",
                new Closed(4, new OutcomeWindow(TEN, TimeWindow.NONE)));
        states.put(
                "closed, 100 of 100 outcomes in two words, all slow",
                new Closed(0, new OutcomeWindow(HUNDRED, TimeWindow.NONE)));
        states.put("closed, 3 failures in a minute", new Closed(1, new OutcomeWindow(CountWindow.NONE, FAILURES)));
        states.put("closed, two buckets in 32 seconds", new Closed(1, new OutcomeWindow(CountWindow.NONE, RATE)));
        states.put("closed, a count window and a time window", new Closed(2, new OutcomeWindow(TEN, RATE)));
        states.put("open for 30 s, for 5 failures of 10", new Open(3, T0 + 9 * SECOND, 30 * SECOND, BY_COUNT));
        states.put("open, for three failures at known times", new Open(3, T0 + 9 * SECOND, 30 * SECOND, BY_TIMES));
        states.put("open, for a rate", new Open(3, T0 + 9 * SECOND, 31_500_000_000L, BY_RATE));
        states.put(
                "open, for slow calls",
                new Open(3, T0, SECOND, new Trip(Cause.SLOW_CALLS, new Tally(10, 0, 9, FailureTimes.NONE))));
        states.put("open again, since a probe failed", new Open(5, T0, SECOND, BY_COUNT.byProbe()));
        states.put("open by hand, for ever", new Open(1, T0, Long.MAX_VALUE, Trip.BY_HAND));
        states.put(
                "half-open, two probes out, one success in",
                new HalfOpen(
                        4,
                        T0,
                        30 * SECOND,
                        BY_TIMES,
                        new Probes(
                                6,
                                List.of(
                                        new Lease(3, T0 + 90 * SECOND, "node~a1@member"),
                                        new Lease(5, T0 + 91 * SECOND, "n\u00f6de~b2@member"))),
                        1));
        states.put("half-open, no probe out", new HalfOpen(4, T0, 30 * SECOND, BY_COUNT, Probes.NONE, 0));
        states.put("forced open", new ForcedOpen(7, T0 + 3));
        states.put("disabled", new Disabled(8));
        return states;
    }

    /** Those that appended whose outcomes were bad. */
    private static Map<String, Circuit> appended() {
        Map<String, Circuit> states = new LinkedHashMap<>();
        states.put(
                "closed, 7 of 10 outcomes, the bad ones of two nodes",
                new Closed(
                        4,
                        new OutcomeWindow(TEN, TimeWindow.NONE),
                        new Contributors(List.of(
                                new Contributor("node~a1@member", 6, T0 + SECOND),
                                new Contributor("n\u00f6de~b2@member", 0, T0 + 5 * SECOND)))));
        states.put(
                "closed, 3 failures in a minute, of one node",
                new Closed(
                        1,
                        new OutcomeWindow(CountWindow.NONE, FAILURES),
                        new Contributors(List.of(new Contributor("node~a1@member", 1 << 30, T0 + 5 * SECOND)))));
        return states;
    }

    @Test
    void recordsOfFormat1_1AreReadForEver() {
        V1_1.requireReadAs(appended());
    }

    @Test
    void whatIsAppendedIsWrittenInTheNewestFormat() {
        V1_1.requireWritten(appended());
    }

    @Test
    void recordsOfFormat1_0AreReadForEver() {
        V1_0.requireReadAs(states());
    }

    @Test
    void theBytesThatAreWrittenAreThoseOfTheNewestFormat() {
        V1_0.requireWritten(states());
    }
}
