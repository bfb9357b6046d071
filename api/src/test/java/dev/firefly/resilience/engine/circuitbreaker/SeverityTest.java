package dev.firefly.resilience.engine.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeverityTest {
    /** From the least to the most severe. */
    private static List<Circuit> ascending(long epoch) {
        return List.of(
                new Closed(epoch, OutcomeWindow.EMPTY),
                new HalfOpen(epoch, 100, 10, Trip.BY_HAND, Probes.NONE.granted(500, "a"), 1),
                new Open(epoch, 100, 10, Trip.BY_HAND),
                new Open(epoch, 90, 21, Trip.BY_HAND),
                new Disabled(epoch),
                new ForcedOpen(epoch, 100));
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 5, 7})
    void theSevererOneRulesWhicheverSideItIsOn(long epoch) {
        List<Circuit> some = ascending(5);
        List<Circuit> others = ascending(epoch);
        for (int i = 0; i < some.size(); i++) {
            for (int j = 0; j < others.size(); j++) {
                Circuit expected = i >= j ? some.get(i) : others.get(j);
                Circuit ruling = Severity.severer(some.get(i), others.get(j));
                assertThat(ruling.phase()).as("%d and %d", i, j).isEqualTo(expected.phase());
                if (expected instanceof Open open) {
                    assertThat(((Open) ruling).openFor()).isEqualTo(open.openFor());
                }
            }
        }
    }

    @Test
    void aSecondTimeChangesNothing() {
        for (Circuit one : ascending(5)) {
            for (Circuit other : ascending(6)) {
                Circuit once = Severity.severer(one, other);
                assertThat(Severity.severer(once, other)).isSameAs(once);
            }
        }
    }

    @Test
    void outcomesOfTheSideThatDoesNotRuleAreLate() {
        Circuit kept = new Open(5, 100, 10, Trip.BY_HAND);
        assertThat(Severity.severer(kept, new Closed(7, OutcomeWindow.EMPTY)).epoch())
                .isEqualTo(8);
        assertThat(Severity.severer(kept, new Closed(4, OutcomeWindow.EMPTY))).isSameAs(kept);
        assertThat(Severity.severer(new Closed(7, OutcomeWindow.EMPTY), kept).epoch())
                .isEqualTo(8);
    }

    @Test
    void probesThatAreOutAreForgottenWithTheirEpoch() {
        HalfOpen half = new HalfOpen(5, 100, 10, Trip.BY_HAND, Probes.NONE.granted(500, "a"), 1);

        HalfOpen ruling = (HalfOpen) Severity.severer(half, new Closed(6, OutcomeWindow.EMPTY));

        assertThat(ruling.probes()).isEqualTo(Probes.NONE);
        assertThat(ruling.successes()).isZero();
    }

    @Test
    void ofTwoClosedCircuitsTheFirstKeepsItsWindowAndBothSidesMayGoOnCounting() {
        Closed first = new Closed(5, OutcomeWindow.EMPTY);
        assertThat(Severity.severer(first, new Closed(4, OutcomeWindow.EMPTY))).isSameAs(first);
        assertThat(Severity.severer(first, new Closed(6, OutcomeWindow.EMPTY)))
                .isEqualTo(new Closed(6, OutcomeWindow.EMPTY));
    }

    @Test
    void whoseFailuresTheyWereIsKeptWithTheWindow() {
        Contributors contributors = Contributors.NONE.with("a", 1_000, 2);
        Closed first = new Closed(5, OutcomeWindow.EMPTY, contributors);

        assertThat(Severity.severer(first, new Closed(6, OutcomeWindow.EMPTY)))
                .isEqualTo(new Closed(6, OutcomeWindow.EMPTY, contributors));
    }

    /** What one side holds in memory the other has read out of a record. */
    @Test
    void twoSidesThatKnowTheSameChangeNothingWhateverIsInIt() {
        RandomCircuits circuits = new RandomCircuits(new SplittableRandom(7));
        for (int i = 0; i < 1_000; i++) {
            Circuit one = circuits.next();
            Circuit same = new CircuitType().decode(ByteBuffer.wrap(Circuits.encoded(one)));

            assertThat(same).isEqualTo(one).hasSameHashCodeAs(one);
            assertThat(Severity.severer(one, same)).isSameAs(one);
        }
    }
}
