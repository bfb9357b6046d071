package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.OWNER;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.admit;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.closed;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.halfOpen;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.open;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.rules;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes.Lease;
import dev.firefly.resilience.engine.state.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class CircuitTransitionsTest {
    private static final Rules RULES = rules(b -> b);

    @Test
    void aClosedCircuitAdmitsWithoutAnyChange() {
        Circuit circuit = closed(RULES, Outcome.FAILURE, 2, T0);

        Step<Circuit, Admission> step = admit(circuit, T0, RULES);

        assertThat(step.state()).isSameAs(circuit);
        assertThat(step.answer()).isEqualTo(new Admitted(Phase.CLOSED, 0, Admission.NO_PERMIT));
    }

    @Test
    void anOpenCircuitRejectsUntilItsWaitIsOver() {
        Circuit circuit = open(4, T0, 30 * SECOND);

        Step<Circuit, Admission> step = admit(circuit, T0 + 30 * SECOND - 1, RULES);

        assertThat(step.state()).isSameAs(circuit);
        assertThat(step.answer()).isEqualTo(new Refused(Phase.OPEN, 4, 1));
    }

    @Test
    void theFirstCallAfterTheWaitMakesTheCircuitHalfOpenAndIsAProbe() {
        Open circuit = open(4, T0, 30 * SECOND);

        Step<Circuit, Admission> step = admit(circuit, T0 + 30 * SECOND, RULES);

        assertThat(step.answer()).isEqualTo(new Admitted(Phase.HALF_OPEN, 5, 1));
        HalfOpen halfOpen = (HalfOpen) step.state();
        assertThat(halfOpen.epoch()).isEqualTo(5);
        assertThat(halfOpen.openedAt()).isEqualTo(T0);
        assertThat(halfOpen.openFor()).isEqualTo(30 * SECOND);
        assertThat(halfOpen.trip()).isSameAs(circuit.trip());
        assertThat(halfOpen.successes()).isZero();
        assertThat(halfOpen.probes().leases()).containsExactly(new Lease(1, T0 + 60 * SECOND, OWNER));
    }

    @Test
    void noMoreProbesThanConfiguredAreOutAtOnce() {
        Rules rules = rules(b -> b.halfOpenMaxCalls(3).halfOpenProbeTimeout(seconds(10)));
        Circuit circuit = halfOpen(3, T0, rules);

        Step<Circuit, Admission> step = admit(circuit, T0 + SECOND, rules);

        assertThat(step.state()).isSameAs(circuit);
        assertThat(step.answer()).isEqualTo(new Refused(Phase.HALF_OPEN, 2, 9 * SECOND));
    }

    @Test
    void theWaitForAProbeIsThatOfTheLeaseThatEndsFirst() {
        Rules rules = rules(b -> b.halfOpenMaxCalls(2).halfOpenProbeTimeout(seconds(10)));
        Circuit circuit = halfOpen(1, T0, rules);
        circuit = admit(circuit, T0 + 4 * SECOND, rules).state();

        assertThat(admit(circuit, T0 + 5 * SECOND, rules).answer())
                .isEqualTo(new Refused(Phase.HALF_OPEN, 2, 5 * SECOND));
    }

    @Test
    void anExpiredLeaseIsPrunedBeforeProbesAreCountedAndItsNumberIsNeverUsedAgain() {
        Rules rules = rules(b -> b.halfOpenProbeTimeout(seconds(10)));
        Circuit circuit = halfOpen(1, T0, rules);

        assertThat(admit(circuit, T0 + 10 * SECOND - 1, rules).answer()).isInstanceOf(Refused.class);
        Step<Circuit, Admission> step = admit(circuit, T0 + 10 * SECOND, rules);

        assertThat(step.answer()).isEqualTo(new Admitted(Phase.HALF_OPEN, 2, 2));
        assertThat(((HalfOpen) step.state()).probes().leases()).containsExactly(new Lease(2, T0 + 20 * SECOND, OWNER));
    }

    @Test
    void aRefusalPrunesWhatElseHasExpired() {
        Rules two = rules(b -> b.halfOpenMaxCalls(2).halfOpenProbeTimeout(seconds(10)));
        Rules one = rules(b -> b.halfOpenMaxCalls(1).halfOpenProbeTimeout(seconds(10)));
        Circuit circuit = admit(halfOpen(1, T0, two), T0 + 5 * SECOND, two).state();

        Step<Circuit, Admission> step = admit(circuit, T0 + 12 * SECOND, one);

        assertThat(step.answer()).isEqualTo(new Refused(Phase.HALF_OPEN, 2, 3 * SECOND));
        assertThat(((HalfOpen) step.state()).probes().leases()).hasSize(1);
    }

    @Test
    void withoutAProbeTimeoutNoPermitIsHeldAndHalfOpenAdmitsEveryCall() {
        Rules rules = rules(b -> b.halfOpenProbeTimeout(seconds(0)));
        Circuit circuit = admit(open(4, T0, SECOND), T0 + SECOND, rules).state();

        Step<Circuit, Admission> step = admit(circuit, T0 + SECOND, rules);

        assertThat(step.state()).isSameAs(circuit);
        assertThat(step.answer()).isEqualTo(new Admitted(Phase.HALF_OPEN, 5, Admission.NO_PERMIT));
        assertThat(((HalfOpen) circuit).probes().leases()).isEmpty();
    }

    @Test
    void aForcedOpenCircuitRejectsForEverAndCannotSayForHowLong() {
        Circuit circuit = new ForcedOpen(3, T0);

        Step<Circuit, Admission> step = admit(circuit, Long.MAX_VALUE, RULES);

        assertThat(step.state()).isSameAs(circuit);
        assertThat(step.answer()).isEqualTo(new Refused(Phase.FORCED_OPEN, 3, -1));
    }

    @Test
    void aDisabledCircuitAdmitsAndNeverMoves() {
        Circuit circuit = new Disabled(3);

        Step<Circuit, Admission> step = admit(circuit, Long.MAX_VALUE, RULES);

        assertThat(step.state()).isSameAs(circuit);
        assertThat(step.answer()).isEqualTo(new Admitted(Phase.DISABLED, 3, Admission.NO_PERMIT));
    }

    @Test
    void openingRejectsForSoLongFromNow() {
        for (Circuit circuit : List.of(
                closed(RULES, Outcome.FAILURE, 1, T0),
                halfOpen(1, T0, RULES),
                new ForcedOpen(2, T0),
                new Disabled(2))) {
            Step<Circuit, Boolean> step = CircuitTransitions.open(7 * SECOND).apply(circuit, T0 + SECOND);

            assertThat(step.answer()).isTrue();
            assertThat(step.state()).isEqualTo(new Open(circuit.epoch() + 1, T0 + SECOND, 7 * SECOND, Trip.BY_HAND));
        }
    }

    @Test
    void openingAnOpenCircuitMovesTheEndOfItsWait() {
        Open circuit = open(4, T0, 30 * SECOND);

        Open longer = (Open) CircuitTransitions.open(60 * SECOND)
                .apply(circuit, T0 + 10 * SECOND)
                .state();
        Open shorter = (Open)
                CircuitTransitions.open(SECOND).apply(circuit, T0 + 10 * SECOND).state();

        assertThat(longer).isEqualTo(new Open(4, T0, 70 * SECOND, circuit.trip()));
        assertThat(shorter.rest(T0 + 10 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void openingForEverDoesNotOverflow() {
        Open fresh = (Open) CircuitTransitions.open(Long.MAX_VALUE)
                .apply(Circuit.INITIAL, T0)
                .state();
        Open moved = (Open) CircuitTransitions.open(Long.MAX_VALUE)
                .apply(open(4, T0, SECOND), T0 + 10 * SECOND)
                .state();

        assertThat(fresh.rest(T0)).isEqualTo(Long.MAX_VALUE);
        assertThat(admit(fresh, T0 + 1000 * SECOND, RULES).answer()).isInstanceOf(Refused.class);
        assertThat(moved.rest(T0 + 10 * SECOND)).isEqualTo(Long.MAX_VALUE - 10 * SECOND);
    }

    @Test
    void aProbeTimeoutOfCenturiesDoesNotOverflow() {
        Rules rules = rules(b -> b.halfOpenProbeTimeout(java.time.Duration.ofNanos(Long.MAX_VALUE)));

        HalfOpen circuit = halfOpen(1, T0, rules);

        assertThat(circuit.probes().leases().get(0).until()).isEqualTo(Long.MAX_VALUE);
        assertThat(admit(circuit, T0 + SECOND, rules).answer()).isInstanceOf(Refused.class);
    }

    @Test
    void aLeaseOfCenturiesHoldsTheCircuitUpForAnHourAtMost() {
        HalfOpen circuit =
                new HalfOpen(2, T0, SECOND, Trip.BY_HAND, Probes.NONE.granted(Long.MAX_VALUE, "elsewhere"), 0);
        long hour = CircuitTransitions.LONGEST_FOREIGN_LEASE_NANOS;

        Step<Circuit, Admission> first = admit(circuit, T0, RULES);
        Step<Circuit, Admission> again = admit(first.state(), T0 + hour - 1, RULES);
        Step<Circuit, Admission> due = admit(again.state(), T0 + hour, RULES);

        assertThat(((Refused) first.answer()).retryAfterNanos()).isEqualTo(hour);
        assertThat(((Refused) again.answer()).retryAfterNanos()).isEqualTo(1);
        assertThat(again.state()).as("the end is written, and moves no more").isSameAs(first.state());
        assertThat(due.answer()).isInstanceOf(Admitted.class);
    }

    @Test
    void aLeaseAsLongAsThisNodesOwnIsLeftAsItIs() {
        Rules rules = rules(b -> b.halfOpenProbeTimeout(seconds(3 * 3600)));
        HalfOpen circuit = halfOpen(1, T0, rules);

        Step<Circuit, Admission> step = admit(circuit, T0 + 1, rules);

        assertThat(step.state()).isSameAs(circuit);
        assertThat(((Refused) step.answer()).retryAfterNanos()).isEqualTo(3 * 3600 * SECOND - 1);
    }

    @Test
    void aClockBehindTheOpeningDoesNotLengthenTheWait() {
        assertThat(open(4, T0, 30 * SECOND).rest(T0 - 100 * SECOND)).isEqualTo(30 * SECOND);
    }

    @Test
    void forcingOpenWorksFromEveryPhaseAndOnlyOnce() {
        for (Circuit circuit : List.of(Circuit.INITIAL, open(2, T0, SECOND), halfOpen(1, T0, RULES), new Disabled(2))) {
            Step<Circuit, Boolean> step = CircuitTransitions.forceOpen().apply(circuit, T0);
            assertThat(step).isEqualTo(new Step<>(new ForcedOpen(circuit.epoch() + 1, T0), true));

            Step<Circuit, Boolean> again = CircuitTransitions.forceOpen().apply(step.state(), T0 + 1);
            assertThat(again.state()).isSameAs(step.state());
            assertThat(again.answer()).isFalse();
        }
    }

    @Test
    void disablingWorksFromEveryPhaseAndOnlyOnce() {
        for (Circuit circuit :
                List.of(Circuit.INITIAL, open(2, T0, SECOND), halfOpen(1, T0, RULES), new ForcedOpen(2, T0))) {
            Step<Circuit, Boolean> step = CircuitTransitions.disable().apply(circuit, T0);
            assertThat(step).isEqualTo(new Step<>(new Disabled(circuit.epoch() + 1), true));

            Step<Circuit, Boolean> again = CircuitTransitions.disable().apply(step.state(), T0 + 1);
            assertThat(again.state()).isSameAs(step.state());
            assertThat(again.answer()).isFalse();
        }
    }

    @Test
    void closingForgetsTheWindowAndBeginsANewEpoch() {
        for (Circuit circuit : List.of(
                closed(RULES, Outcome.SUCCESS, 1, T0),
                open(2, T0, SECOND),
                halfOpen(1, T0, RULES),
                new ForcedOpen(2, T0),
                new Disabled(2))) {
            Step<Circuit, Boolean> step = CircuitTransitions.close().apply(circuit, T0);

            assertThat(step).isEqualTo(new Step<>(new Closed(circuit.epoch() + 1, OutcomeWindow.EMPTY), true));
        }
    }

    @Test
    void closingAnEmptyClosedCircuitChangesNothing() {
        Step<Circuit, Boolean> step = CircuitTransitions.close().apply(Circuit.INITIAL, T0);

        assertThat(step.state()).isSameAs(Circuit.INITIAL);
        assertThat(step.answer()).isFalse();
    }
}
