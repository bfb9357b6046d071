package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.encoded;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.halfOpen;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.open;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.record;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.rules;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CircuitTypeTest {
    private static final CircuitType TYPE = new CircuitType();
    private static final Rules COUNT = rules(b -> b);
    private static final Rules RATE_OVER_TIME =
            rules(b -> b.windowDuration(seconds(32)).failureRateThreshold(0.5));

    @Test
    void everyCircuitComesBackFromItsBytes() {
        Seeds.each(2000, seed -> {
            Circuit circuit = new RandomCircuits(new SplittableRandom(seed)).next();
            byte[] bytes = encoded(circuit);
            ByteBuffer in = ByteBuffer.wrap(bytes);

            Circuit back = TYPE.decode(in);

            assertThat(in.hasRemaining()).isFalse();
            assertThat(back.phase()).isEqualTo(circuit.phase());
            assertThat(back.epoch()).isEqualTo(circuit.epoch());
            assertThat(encoded(back)).isEqualTo(bytes);
        });
    }

    @Test
    void whatIsBehindTheCircuitIsLeftToTheCaller() {
        byte[] bytes = encoded(halfOpen(2, T0, rules(b -> b.halfOpenMaxCalls(2))));
        ByteBuffer in = ByteBuffer.allocate(bytes.length + 3).put(bytes).rewind();

        TYPE.decode(in);

        assertThat(in.remaining()).isEqualTo(3);
    }

    @Test
    void equalCircuitsReachedInDifferentWaysHaveEqualBytes() {
        Closed atOnce = new Closed(0, OutcomeWindow.EMPTY.push(Outcome.SUCCESS, 10, T0, COUNT));
        Circuit oneByOne = Circuit.INITIAL;
        for (int i = 0; i < 25; i++) {
            oneByOne =
                    record(COUNT, 0, Outcome.SUCCESS, 1).apply(oneByOne, T0 + i).state();
        }

        assertThat(encoded(oneByOne)).isEqualTo(encoded(atOnce));
    }

    // ---- the format 1.0: a change of these bytes is a change of the format

    private static String hex(Circuit circuit) {
        return HexFormat.of().formatHex(encoded(circuit));
    }

    private static void assertGolden(Circuit circuit, String golden) {
        assertThat(hex(circuit)).isEqualTo(golden);
        assertThat(hex(TYPE.decode(ByteBuffer.wrap(HexFormat.of().parseHex(golden)))))
                .isEqualTo(golden);
    }

    @Test
    void theBytesOfAnInitialCircuitAreThoseOfFormatOne() {
        assertGolden(Circuit.INITIAL, "000000000000000000000000000000000000000000");
    }

    @Test
    void theBytesOfAClosedCircuitWithACountWindowAreThoseOfFormatOne() {
        OutcomeWindow window = OutcomeWindow.EMPTY
                .push(Outcome.SUCCESS, 3, T0, COUNT)
                .push(Outcome.FAILURE, 1, T0, COUNT)
                .push(Outcome.SLOW_SUCCESS, 1, T0, COUNT);
        assertGolden(
                new Closed(6, window),
                "0000000000000000060000000a00000005000000000000000200000000000000" + "010000000000000000");
    }

    @Test
    void theBytesOfAClosedCircuitWithATimeWindowAreThoseOfFormatOne() {
        OutcomeWindow window = OutcomeWindow.EMPTY
                .push(Outcome.FAILURE, 1, T0, RATE_OVER_TIME)
                .push(Outcome.SUCCESS, 2, T0 + SECOND, RATE_OVER_TIME);
        assertGolden(
                new Closed(6, window),
                "0000000000000000060000000000000007735940000000000501000000011797"
                        + "9cfe362a00000000000217979cfe362a00000000000100000001000000001797"
                        + "9cfe71c4ca00000000020000000000000000");
    }

    @Test
    void theBytesOfAnOpenCircuitAreThoseOfFormatOne() {
        Rules rules = rules(b -> b.failureThreshold(2).windowDuration(seconds(10)));
        Circuit circuit =
                record(rules, 0, Outcome.FAILURE, 1).apply(Circuit.INITIAL, T0).state();
        circuit =
                record(rules, 0, Outcome.FAILURE, 1).apply(circuit, T0 + SECOND).state();
        assertThat(circuit).isInstanceOf(Open.class);
        assertGolden(
                circuit,
                "01000000000000000117979cfe71c4ca0000000006fc23ac0000000000000000"
                        + "0002000000000000000217979cfe362a000017979cfe71c4ca00");
    }

    @Test
    void theBytesOfAHalfOpenCircuitAreThoseOfFormatOne() {
        Rules rules = rules(b -> b.halfOpenMaxCalls(2).halfOpenSuccessThreshold(3));
        Circuit circuit = halfOpen(2, T0, rules);
        circuit = record(rules, new Admission.Admitted(circuit.phase(), 2, 1), Outcome.SUCCESS)
                .apply(circuit, T0)
                .state();
        assertThat(circuit).isInstanceOf(HalfOpen.class);
        assertGolden(
                circuit,
                "02000000000000000217979cfdfa8f3600000000003b9aca0000000000000000"
                        + "0000000000000000000000000000000000030000000100000000000000021797"
                        + "9d05324dac00000b6e6f6465406d656d62657200000001");
    }

    @Test
    void theBytesOfAForcedOpenAndOfADisabledCircuitAreThoseOfFormatOne() {
        assertGolden(new ForcedOpen(8, T0), "03000000000000000817979cfe362a0000");
        assertGolden(new Disabled(9), "040000000000000009");
    }

    // ---- time

    @Test
    void theLatestMomentOfACircuitIsThatOfItsNewestEvent() {
        assertThat(TYPE.latest(Circuit.INITIAL)).isZero();
        assertThat(TYPE.latest(new Disabled(1))).isZero();
        assertThat(TYPE.latest(open(1, T0, SECOND))).isEqualTo(T0);
        assertThat(TYPE.latest(halfOpen(1, T0, COUNT))).isEqualTo(T0 - SECOND);
        assertThat(TYPE.latest(new ForcedOpen(1, T0))).isEqualTo(T0);
        OutcomeWindow window = OutcomeWindow.EMPTY.push(Outcome.FAILURE, 1, T0, RATE_OVER_TIME);
        assertThat(TYPE.latest(new Closed(0, window))).isEqualTo(T0);
        Closed later = new Closed(0, window.push(Outcome.SUCCESS, 1, T0 + 5 * SECOND, RATE_OVER_TIME));
        assertThat(TYPE.latest(later)).isEqualTo(T0 + 5 * SECOND);
        Rules times = rules(b -> b.windowDuration(seconds(32)));
        assertThat(TYPE.latest(new Closed(0, OutcomeWindow.EMPTY.push(Outcome.FAILURE, 1, T0, times))))
                .isEqualTo(T0);
    }

    @Test
    void aShiftToBeforeTheEpochOrPastTheEndOfTimeGivesWhatCanBeWritten() {
        HalfOpen endless = halfOpen(1, T0, rules(b -> b.halfOpenProbeTimeout(Duration.ofNanos(Long.MAX_VALUE))));

        assertThat(TYPE.shift(open(1, T0, SECOND), -2 * T0)).isEqualTo(open(1, 0, SECOND));
        HalfOpen later = (HalfOpen) TYPE.shift(endless, SECOND);
        assertThat(later.probes().leases().get(0).until()).isEqualTo(Long.MAX_VALUE);
        Closed closed = new Closed(0, OutcomeWindow.EMPTY.push(Outcome.FAILURE, 2, T0, RATE_OVER_TIME));
        byte[] early = encoded(TYPE.shift(closed, -2 * T0));
        assertThat(encoded(TYPE.decode(ByteBuffer.wrap(early)))).isEqualTo(early);
    }

    @Test
    void aShiftMovesEveryTimeInTheCircuitAndBackAgain() {
        long hour = 3600 * SECOND;
        Seeds.each(500, seed -> {
            Circuit circuit = new RandomCircuits(new SplittableRandom(seed)).next();

            assertThat(encoded(TYPE.shift(TYPE.shift(circuit, -hour), hour))).isEqualTo(encoded(circuit));
        });
        assertThat(TYPE.shift(open(1, T0, SECOND), -hour)).isEqualTo(open(1, T0 - hour, SECOND));
        assertThat(TYPE.shift(new ForcedOpen(1, T0), -hour)).isEqualTo(new ForcedOpen(1, T0 - hour));
        assertThat(TYPE.shift(halfOpen(1, T0, COUNT), -hour)).isEqualTo(halfOpen(1, T0 - hour, COUNT));
        Circuit disabled = new Disabled(1);
        assertThat(TYPE.shift(disabled, -hour)).isSameAs(disabled);
    }

    @Test
    void onlyWhatWouldChangeADecisionIsKeptAlive() {
        assertThat(TYPE.isNeeded(TYPE.initial(), T0)).isFalse();
        assertThat(TYPE.isNeeded(open(1, T0, SECOND), T0)).isTrue();
        assertThat(TYPE.isNeeded(open(1, T0, SECOND), T0 + SECOND)).isFalse();
        assertThat(TYPE.isNeeded(halfOpen(1, T0, COUNT), T0)).isTrue();
        assertThat(TYPE.isNeeded(halfOpen(1, T0, COUNT), Long.MAX_VALUE)).isFalse();
        assertThat(TYPE.isNeeded(new ForcedOpen(1, T0), T0)).isTrue();
        assertThat(TYPE.isNeeded(new Disabled(1), T0)).isTrue();
    }

    @Test
    void whateverIsNotClosedIsInTheWayOfCalls() {
        assertThat(TYPE.isInTheWay(TYPE.initial(), T0)).isFalse();
        assertThat(TYPE.isInTheWay(open(1, T0, SECOND), T0 + SECOND)).isTrue();
        assertThat(TYPE.isInTheWay(halfOpen(1, T0, COUNT), Long.MAX_VALUE)).isTrue();
        assertThat(TYPE.isInTheWay(new ForcedOpen(1, T0), T0)).isTrue();
    }
}
