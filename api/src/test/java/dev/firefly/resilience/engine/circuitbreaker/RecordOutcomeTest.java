package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.admit;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.closed;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.halfOpen;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.open;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.record;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.rules;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes.Lease;
import dev.firefly.resilience.engine.circuitbreaker.Trip.Cause;
import dev.firefly.resilience.engine.state.Step;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordOutcomeTest {
    private static final Rules RULES = rules(b -> b);
    private static final Admitted FIRST_PROBE = new Admitted(Phase.HALF_OPEN, 2, 1);

    private static void assertUnchanged(Step<Circuit, Verdict> step, Circuit circuit, Verdict verdict) {
        assertThat(step.state()).isSameAs(circuit);
        assertThat(step.answer()).isEqualTo(verdict);
    }

    // ---- closed

    @Test
    void theFailureThatReachesTheThresholdOpensTheCircuitForTheFullWait() {
        Circuit circuit = closed(RULES, Outcome.FAILURE, 4, T0);

        Step<Circuit, Verdict> step = record(RULES, 0, Outcome.FAILURE, 1).apply(circuit, T0 + SECOND);

        Open open = (Open) step.state();
        assertThat(step.answer()).isEqualTo(Verdict.COUNTED);
        assertThat(open.epoch()).isEqualTo(1);
        assertThat(open.openedAt()).isEqualTo(T0 + SECOND);
        assertThat(open.openFor()).isEqualTo(30 * SECOND);
        assertThat(open.trip().cause()).isEqualTo(Cause.FAILURES);
        assertThat(open.trip().tally().failures()).isEqualTo(5);
    }

    @Test
    void aFailureBelowTheThresholdIsCountedInTheSameEpoch() {
        Step<Circuit, Verdict> step = record(RULES, 0, Outcome.FAILURE, 1).apply(Circuit.INITIAL, T0);

        assertThat(step.answer()).isEqualTo(Verdict.COUNTED);
        assertThat(((Closed) step.state()).window().tally(RULES, T0).failures()).isEqualTo(1);
        assertThat(step.state().epoch()).isZero();
    }

    @Test
    void aSuccessOnAFullWindowOfSuccessesChangesNothing() {
        Circuit circuit = closed(RULES, Outcome.SUCCESS, 10, T0);

        assertUnchanged(record(RULES, 0, Outcome.SUCCESS, 3).apply(circuit, T0), circuit, Verdict.COUNTED);
    }

    @Test
    void aNeutralOutcomeOnAClosedCircuitChangesNothing() {
        Circuit circuit = closed(RULES, Outcome.FAILURE, 4, T0);

        assertUnchanged(record(RULES, 0, Outcome.NEUTRAL, 1).apply(circuit, T0), circuit, Verdict.DISREGARDED);
    }

    @Test
    void theWindowIsJudgedAfterASuccessToo() {
        Rules rules = rules(b -> b.failureRateThreshold(0.5).windowSize(4).minimumNumberOfCalls(4));
        Circuit circuit = closed(rules, Outcome.FAILURE, 3, T0);

        Step<Circuit, Verdict> step = record(rules, 0, Outcome.SUCCESS, 1).apply(circuit, T0);

        assertThat(step.state()).isInstanceOf(Open.class);
        assertThat(((Open) step.state()).trip().tally()).isEqualTo(new Tally(4, 3, 0, TimeWindow.FailureTimes.NONE));
    }

    // ---- other epochs

    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"SUCCESS", "FAILURE"})
    void anOutcomeFromAnOlderEpochIsLateAndChangesNothing(Outcome outcome) {
        List<Circuit> circuits = List.of(
                new Closed(7, OutcomeWindow.EMPTY),
                open(7, T0, SECOND),
                new HalfOpen(7, T0, SECOND, Trip.BY_HAND, Circuit.Probes.NONE, 0),
                new ForcedOpen(7, T0),
                new Disabled(7));
        for (Circuit circuit : circuits) {
            assertUnchanged(record(RULES, 6, outcome, 1).apply(circuit, T0), circuit, Verdict.LATE);
        }
    }

    @Test
    void aNeutralOutcomeFromAnOlderEpochIsNotWorthMentioning() {
        Circuit circuit = open(7, T0, SECOND);

        assertUnchanged(record(RULES, 6, Outcome.NEUTRAL, 1).apply(circuit, T0), circuit, Verdict.DISREGARDED);
    }

    @Test
    void failuresThatArriveWhileOpenNeverExtendTheWait() {
        Circuit circuit = open(1, T0, 30 * SECOND);

        for (long epoch : new long[] {0, 1, Admission.ANY_EPOCH}) {
            assertThat(record(RULES, epoch, Outcome.FAILURE, 1)
                            .apply(circuit, T0 + SECOND)
                            .state())
                    .isSameAs(circuit);
        }
    }

    @Test
    void aDisabledCircuitRecordsNothing() {
        Circuit circuit = new Disabled(3);

        assertUnchanged(record(RULES, 3, Outcome.FAILURE, 1).apply(circuit, T0), circuit, Verdict.DISREGARDED);
    }

    @Test
    void anOutcomeWithoutAnEpochCountsInClosedOnly() {
        Circuit circuit = new Closed(9, OutcomeWindow.EMPTY);
        RecordOutcome failure = record(RULES, Admission.ANY_EPOCH, Outcome.FAILURE, 1);

        assertThat(((Closed) failure.apply(circuit, T0).state())
                        .window()
                        .tally(RULES, T0)
                        .failures())
                .isEqualTo(1);
        for (Circuit other :
                List.of(open(7, T0, SECOND), halfOpen(1, T0, RULES), new ForcedOpen(7, T0), new Disabled(7))) {
            assertUnchanged(failure.apply(other, T0), other, Verdict.DISREGARDED);
        }
    }

    // ---- half-open

    @Test
    void aProbeThatSucceedsClosesTheCircuitWithAnEmptyWindow() {
        Step<Circuit, Verdict> step =
                record(RULES, FIRST_PROBE, Outcome.SUCCESS).apply(halfOpen(1, T0, RULES), T0 + SECOND);

        assertThat(step).isEqualTo(new Step<>(new Closed(3, OutcomeWindow.EMPTY), Verdict.COUNTED));
    }

    @Test
    void asManyProbesMustSucceedAsConfigured() {
        Rules rules = rules(b -> b.halfOpenMaxCalls(3).halfOpenSuccessThreshold(3));
        Circuit circuit = halfOpen(3, T0, rules);

        circuit = record(rules, new Admitted(Phase.HALF_OPEN, 2, 2), Outcome.SUCCESS)
                .apply(circuit, T0)
                .state();
        circuit = record(rules, new Admitted(Phase.HALF_OPEN, 2, 1), Outcome.SUCCESS)
                .apply(circuit, T0)
                .state();

        HalfOpen halfOpen = (HalfOpen) circuit;
        assertThat(halfOpen.epoch()).isEqualTo(2);
        assertThat(halfOpen.successes()).isEqualTo(2);
        assertThat(halfOpen.probes().leases()).extracting(Lease::number).containsExactly(3L);
        assertThat(record(rules, new Admitted(Phase.HALF_OPEN, 2, 3), Outcome.SUCCESS)
                        .apply(circuit, T0)
                        .state())
                .isEqualTo(new Closed(3, OutcomeWindow.EMPTY));
    }

    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"FAILURE", "SLOW_FAILURE", "SLOW_SUCCESS"})
    void aProbeThatFailsOrIsSlowReopensTheCircuitForAFullWait(Outcome outcome) {
        HalfOpen circuit = halfOpen(1, T0, RULES);

        Step<Circuit, Verdict> step = record(RULES, FIRST_PROBE, outcome).apply(circuit, T0 + 5 * SECOND);

        assertThat(step.answer()).isEqualTo(Verdict.COUNTED);
        assertThat(step.state())
                .isEqualTo(
                        new Open(3, T0 + 5 * SECOND, 30 * SECOND, circuit.trip().byProbe()));
    }

    @Test
    void oneFailedProbeIsEnoughWhateverTheMinimumNumberOfCalls() {
        Rules rules = rules(b -> b.minimumNumberOfCalls(10).halfOpenSuccessThreshold(5));

        assertThat(record(rules, FIRST_PROBE, Outcome.FAILURE)
                        .apply(halfOpen(1, T0, rules), T0)
                        .state())
                .isInstanceOf(Open.class);
    }

    @Test
    void aNeutralProbeGivesItsPermitBackAndIsNoSuccess() {
        HalfOpen circuit = halfOpen(1, T0, RULES);

        Step<Circuit, Verdict> step =
                record(RULES, FIRST_PROBE, Outcome.NEUTRAL).apply(circuit, T0);

        assertThat(step.answer()).isEqualTo(Verdict.DISREGARDED);
        HalfOpen after = (HalfOpen) step.state();
        assertThat(after.probes().leases()).isEmpty();
        assertThat(after.successes()).isZero();
        assertThat(admit(after, T0, RULES).answer()).isEqualTo(new Admitted(Phase.HALF_OPEN, 2, 2));
    }

    @Test
    void theOutcomeOfALapsedProbeIsLateAndChangesNothing() {
        Rules rules = rules(b -> b.halfOpenProbeTimeout(seconds(10)));
        Circuit circuit = halfOpen(1, T0, rules);

        for (Outcome outcome : new Outcome[] {Outcome.SUCCESS, Outcome.FAILURE}) {
            assertUnchanged(
                    record(rules, FIRST_PROBE, outcome).apply(circuit, T0 + 10 * SECOND), circuit, Verdict.LATE);
        }
        assertUnchanged(
                record(rules, FIRST_PROBE, Outcome.NEUTRAL).apply(circuit, T0 + 10 * SECOND),
                circuit,
                Verdict.DISREGARDED);
        assertThat(record(rules, FIRST_PROBE, Outcome.SUCCESS)
                        .apply(circuit, T0 + 10 * SECOND - 1)
                        .state())
                .isInstanceOf(Closed.class);
    }

    @Test
    void aPermitCountsOnlyOnce() {
        Rules rules = rules(b -> b.halfOpenSuccessThreshold(3));
        Circuit once = record(rules, FIRST_PROBE, Outcome.SUCCESS)
                .apply(halfOpen(1, T0, rules), T0)
                .state();

        assertUnchanged(record(rules, FIRST_PROBE, Outcome.SUCCESS).apply(once, T0), once, Verdict.LATE);
        assertUnchanged(record(rules, FIRST_PROBE, Outcome.NEUTRAL).apply(once, T0), once, Verdict.DISREGARDED);
    }

    @Test
    void withoutAProbeTimeoutEveryOutcomeOfTheEpochCounts() {
        Rules rules = rules(b -> b.halfOpenProbeTimeout(seconds(0)).halfOpenSuccessThreshold(2));
        Circuit circuit = admit(open(1, T0, SECOND), T0 + SECOND, rules).state();

        Circuit one =
                record(rules, 2, Outcome.SUCCESS, 1).apply(circuit, T0 + SECOND).state();

        assertThat(((HalfOpen) one).successes()).isEqualTo(1);
        assertUnchanged(record(rules, 2, Outcome.NEUTRAL, 1).apply(one, T0 + SECOND), one, Verdict.DISREGARDED);
        assertThat(record(rules, 2, Outcome.SUCCESS, 1).apply(one, T0 + SECOND).state())
                .isInstanceOf(Closed.class);
        assertThat(record(rules, 2, Outcome.FAILURE, 1).apply(one, T0 + SECOND).state())
                .isInstanceOf(Open.class);
    }

    @Test
    void onlyAProbeMayBeReportedTwiceWithoutHarm() {
        assertThat(record(RULES, FIRST_PROBE, Outcome.SUCCESS).isRepeatable()).isTrue();
        assertThat(record(RULES, 0, Outcome.FAILURE, 1).isRepeatable()).isFalse();
    }
}
