package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.encoded;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.rules;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.FailureTimes;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that this library has not written, or that something has happened to since. */
class HostileCircuitsTest {
    private static final CircuitType TYPE = new CircuitType();
    private static final Rules RATE_OVER_TIME =
            rules(b -> b.windowDuration(seconds(32)).failureRateThreshold(0.5));

    @ParameterizedTest
    @ValueSource(
            strings = {
                // a count window of 2^31-1, and of one more than there may be
                "00 0000000000000000 7fffffff 00000000",
                "00 0000000000000000 000f4241 00000000",
                "00 0000000000000000 ffffffff 00000000",
                // a count window of a million whose bits are not there
                "00 0000000000000000 000f4240 00000000",
                // 2^31-1 failure times; 2^31-1 buckets
                "00 0000000000000000 00000000 0000000000000001 00000001 01 7fffffff",
                "00 0000000000000000 00000000 0000000000000001 00000001 01 00000000 7fffffff",
                // more failure times than may be kept; a negative span
                "00 0000000000000000 00000000 0000000000000001 7fffffff 01 00000000 00000000",
                "00 0000000000000000 00000000 8000000000000000 00000001 01 00000000 00000000",
                // a negative epoch; a negative wait; an unknown cause; an unknown phase
                "04 ffffffffffffffff",
                "01 0000000000000001 0000000000000001 ffffffffffffffff 00 00000001 00000001 00000001 00000000",
                "01 0000000000000001 0000000000000001 0000000000000001 09 00000001 00000001 00000001 00000000",
                "05 0000000000000001",
                // 2^31-1 leases; an owner longer than the record
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 0000000000000001 7fffffff 00000000",
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 0000000000000001 00000001 0000000000000001 0000000000000001 ffff 00000000"
            })
    void aRecordThatClaimsMoreThanThereIsIsRefusedBeforeAnythingIsAllocated(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

        // what is allocated for such a claim would end in an OutOfMemoryError
        assertThatThrownBy(() -> TYPE.decode(ByteBuffer.wrap(bytes))).isInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // an epoch, and a permit, that nobody can have counted to
                "04 4000000000000000",
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 4000000000000000 00000000 00000000",
                // no next permit; a lease with a number that was not given out, or that is none
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 0000000000000000 00000000 00000000",
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 0000000000000002 00000001 0000000000000002 0000000000000001 0000 00000000",
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 0000000000000002 00000001 0000000000000000 0000000000000001 0000 00000000",
                // a lease that ends before 1970
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 0000000000000002 00000001 0000000000000001 8000000000000000 0000 00000000",
                // more successes of probes than there are, or fewer than none
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 0000000000000001 00000000 40000001",
                "02 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000"
                        + " 0000000000000001 00000000 ffffffff",
                // opened before 1970, or after 2116
                "01 0000000000000001 ffffffffffffffff 0000000000000001 00 00000001 00000001 00000001 00000000",
                "01 0000000000000001 4000000000000001 0000000000000001 00 00000001 00000001 00000001 00000000",
                "03 0000000000000001 ffffffffffffffff",
                "03 0000000000000001 4000000000000001",
                // figures below none and beyond all
                "01 0000000000000001 0000000000000001 0000000000000001 00 ffffffff 00000001 00000001 00000000",
                "01 0000000000000001 0000000000000001 0000000000000001 00 00000001 40000001 00000001 00000000",
                "01 0000000000000001 0000000000000001 0000000000000001 00 00000001 00000001 80000000 00000000",
                // failures at times that go back, that are none, or more of them than are kept
                "00 0000000000000000 00000000 0000000000000001 00000002 01 00000002 0000000000000002 0000000000000001"
                        + " 00000000",
                "00 0000000000000000 00000000 0000000000000001 00000002 01 00000001 8000000000000001 00000000",
                "00 0000000000000000 00000000 0000000000000001 00000001 01 00000002 0000000000000001 0000000000000002"
                        + " 00000000",
                // a window that keeps no failure
                "00 0000000000000000 00000000 0000000000000001 00000000 01 00000000 00000000",
                // buckets that go back, and one with less than no calls
                "00 0000000000000000 00000000 0000000000000001 00000002 01 00000000 00000002"
                        + " 0000000000000002 00000001 00000000 00000000 0000000000000001 00000001 00000000 00000000",
                "00 0000000000000000 00000000 0000000000000001 00000002 01 00000000 00000001"
                        + " 0000000000000002 ffffffff 00000000 00000000",
                // a failure that is older than the oldest of the three outcomes there are
                "00 0000000000000000 0000000a 00000003 0000000000000008 0000000000000000 0000000000000000"
            })
    void aRecordWithImpossibleValuesIsRefused(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

        assertThatThrownBy(() -> TYPE.decode(ByteBuffer.wrap(bytes))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void figuresStopAtWhatCanBeWrittenInsteadOfOverflowing() {
        OutcomeWindow window = OutcomeWindow.EMPTY;
        for (int i = 0; i < 5; i++) {
            window = window.push(Outcome.SLOW_FAILURE, Integer.MAX_VALUE, T0, RATE_OVER_TIME);
        }
        Closed circuit =
                new Closed(0, window.push(Outcome.FAILURE, Integer.MAX_VALUE, T0 + 2 * SECOND, RATE_OVER_TIME));

        Closed back = (Closed) TYPE.decode(ByteBuffer.wrap(encoded(circuit)));

        Tally tally = back.window().tally(RATE_OVER_TIME, T0 + 2 * SECOND);
        assertThat(tally.calls()).isEqualTo(Moments.MOST_OUTCOMES);
        assertThat(tally.failures()).isEqualTo(Moments.MOST_OUTCOMES);
    }

    @Test
    void behindTheLastEpochThereIsTheFirst() {
        Circuit last = new Circuit.Disabled(Moments.LAST_NUMBER);

        assertThat(CircuitTransitions.forceOpen().apply(last, T0).state()).isEqualTo(new Circuit.ForcedOpen(0, T0));
    }

    @Test
    void behindTheLastPermitThereIsTheFirstAndWhoeverHoldsOneHasNoSay() {
        Circuit.Probes last = new Circuit.Probes(Moments.LAST_NUMBER, List.of());

        assertThat(last.granted(T0, "a")).isEqualTo(Circuit.Probes.NONE);
    }

    @Test
    void aFailureIsNeverWrittenBehindALaterOne() {
        TimeWindow window = new TimeWindow(60 * SECOND, 3, false, FailureTimes.of(T0 + SECOND), List.of());

        TimeWindow next = window.push(Outcome.FAILURE, 1, T0, SECOND);

        assertThat(next.failureTimes()).isEqualTo(FailureTimes.of(T0 + SECOND, T0 + SECOND));
    }
}
