package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.encoded;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.record;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.rules;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.state.Transition;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Successes that a node gathers and reports as one transition. */
class MergedSuccessesTest {
    private static final Outcome[] COUNTED = {
        Outcome.SUCCESS, Outcome.SUCCESS, Outcome.SLOW_SUCCESS, Outcome.FAILURE, Outcome.SLOW_FAILURE
    };

    @Test
    void mergedSuccessesGiveExactlyWhatSingleOnesGive() {
        Seeds.each(3000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Rules writers = anyRules(random);
            Rules rules = random.nextInt(3) == 0 ? anyRules(random) : writers;
            OutcomeWindow window = OutcomeWindow.EMPTY;
            long now = T0;
            for (int i = random.nextInt(40); i > 0; i--) {
                now += random.nextLong(SECOND);
                window = window.push(COUNTED[random.nextInt(COUNTED.length)], 1, now, writers);
            }
            now += random.nextLong(3) * 10 * SECOND;
            int times = random.nextInt(1, 60);
            Circuit singly = new Closed(5, window);
            for (int i = 0; i < times && singly instanceof Closed; i++) {
                singly = record(rules, 5, Outcome.SUCCESS, 1).apply(singly, now).state();
            }

            Circuit atOnce = record(rules, 5, Outcome.SUCCESS, times)
                    .apply(new Closed(5, window), now)
                    .state();

            assertThat(atOnce.phase()).isEqualTo(singly.phase());
            assertThat(encoded(atOnce)).isEqualTo(encoded(singly));
        });
    }

    @Test
    void aSuccessThatCanWaitOpensNothingHoweverOftenItCame() {
        Seeds.each(3000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Rules rules = anyRules(random);
            OutcomeWindow window = OutcomeWindow.EMPTY;
            long now = T0;
            for (int i = random.nextInt(20); i > 0; i--) {
                now += random.nextLong(SECOND);
                Outcome outcome = random.nextInt(10) == 0 ? Outcome.FAILURE : Outcome.SUCCESS;
                window = window.push(outcome, 1, now, rules);
            }
            Circuit circuit = new Closed(5, window);
            RecordOutcome success = record(rules, 5, Outcome.SUCCESS, 1);

            if (success.canWait(circuit)) {
                Circuit later = success.times(random.nextInt(1, 100))
                        .apply(circuit, now)
                        .state();

                assertThat(later).isInstanceOf(Closed.class);
                assertThat(success.canWait(later)).isTrue();
            }
        });
    }

    @Test
    void onlyASuccessWithoutAPermitInASpotlessWindowOfItsEpochCanWait() {
        Rules rules = rules(b -> b.failureRateThreshold(0.5).windowDuration(seconds(60)));
        Circuit spotless = new Closed(5, OutcomeWindow.EMPTY.push(Outcome.SUCCESS, 3, T0, rules));
        RecordOutcome success = record(rules, 5, Outcome.SUCCESS, 1);

        assertThat(success.canWait(spotless)).isTrue();
        assertThat(record(rules, Admission.ANY_EPOCH, Outcome.SUCCESS, 1).canWait(spotless))
                .isFalse();
        Rules brief = rules(b -> b.failureRateThreshold(0.5).windowDuration(seconds(2)));
        assertThat(record(brief, 5, Outcome.SUCCESS, 1).canWait(spotless)).isFalse();
        assertThat(record(rules, 4, Outcome.SUCCESS, 1).canWait(spotless)).isFalse();
        assertThat(record(rules, 5, Outcome.FAILURE, 1).canWait(spotless)).isFalse();
        assertThat(record(rules, 5, Outcome.SLOW_SUCCESS, 1).canWait(spotless)).isFalse();
        for (Outcome bad : new Outcome[] {Outcome.FAILURE, Outcome.SLOW_SUCCESS}) {
            OutcomeWindow window = OutcomeWindow.EMPTY.push(bad, 1, T0, rules).push(Outcome.SUCCESS, 3, T0, rules);
            assertThat(success.canWait(new Closed(5, window))).isFalse();
        }
        assertThat(success.canWait(new Circuit.Disabled(5))).isFalse();
    }

    private static Rules anyRules(SplittableRandom random) {
        return rules(b -> {
            int size = random.nextInt(1, 30);
            b.windowSize(size).failureThreshold(random.nextInt(1, size + 1));
            if (random.nextBoolean()) {
                b.windowDuration(seconds(random.nextInt(5, 40)));
            }
            if (random.nextBoolean()) {
                b.failureRateThreshold(random.nextInt(1, 101) / 100.0);
            }
            if (random.nextBoolean()) {
                b.slowCallDuration(seconds(1)).slowCallRateThreshold(random.nextInt(1, 101) / 100.0);
            }
            return random.nextBoolean() ? b.minimumNumberOfCalls(random.nextInt(40)) : b;
        });
    }

    @Test
    void mergedSuccessesTripAtTheVeryCallThatReachesTheMinimum() {
        Rules rules = rules(b -> b.failureRateThreshold(0.5).windowSize(100).minimumNumberOfCalls(10));
        Circuit circuit = new Closed(0, OutcomeWindow.EMPTY.push(Outcome.FAILURE, 5, T0, rules));

        Circuit after = record(rules, 0, Outcome.SUCCESS, 90).apply(circuit, T0).state();

        assertThat(after).isInstanceOf(Open.class);
        assertThat(((Open) after).trip().tally()).isEqualTo(new Tally(10, 5, 0, TimeWindow.FailureTimes.NONE));
    }

    @Test
    void successesOfOneAdmissionAddUp() {
        Rules rules = rules(b -> b);

        RecordOutcome sum = merged(record(rules, 3, Outcome.SUCCESS, 2), record(rules, 3, Outcome.SUCCESS, 5));

        assertThat(sum).isEqualTo(record(rules, 3, Outcome.SUCCESS, 7));
    }

    @Test
    void whatDiffersInAnyWayIsNotMerged() {
        Rules rules = rules(b -> b);
        RecordOutcome success = record(rules, 3, Outcome.SUCCESS, 1);

        assertThat(merged(success, record(rules, 4, Outcome.SUCCESS, 1))).isNull();
        assertThat(merged(success, record(rules, 3, Outcome.FAILURE, 1))).isNull();
        assertThat(merged(success, record(rules, 3, Outcome.SLOW_SUCCESS, 1))).isNull();
        assertThat(merged(record(rules, 3, Outcome.FAILURE, 1), success)).isNull();
        assertThat(merged(success, record(rules(b -> b.windowSize(20)), 3, Outcome.SUCCESS, 1)))
                .isNull();
        RecordOutcome probe = record(rules, new Admitted(Phase.HALF_OPEN, 3, 1), Outcome.SUCCESS);
        assertThat(merged(success, probe)).isNull();
        assertThat(merged(probe, success)).isNull();
        assertThat(success.merge(CircuitTransitions.close())).isNull();
    }

    private static RecordOutcome merged(Transition<Circuit, Verdict> first, Transition<Circuit, Verdict> second) {
        return (RecordOutcome) first.merge(second);
    }
}
