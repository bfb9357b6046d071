package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemberClockTest {
    private static final long START = Duration.ofDays(20_000).toNanos();
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    /** What the oldest member's clock shows. */
    private long truth = START;
    /** By how much this member has it behind, or ahead. */
    private long late;

    private long monotonic = 77;
    /** Passes once, when the cluster's time has been read and the other clock has not. */
    private long heldUp;

    private final MemberClock clock = new MemberClock(this::read, () -> monotonic);

    private long read() {
        long read = (truth - late) / MILLI * MILLI;
        pass(heldUp);
        heldUp = 0;
        return read;
    }

    private void pass(long nanos) {
        truth += nanos;
        monotonic += nanos;
    }

    @Test
    void timePassesBetweenTheMillisecondsOfTheCluster() {
        pass(MILLI / 4);

        assertThat(clock.nanos()).isEqualTo(START + MILLI / 4);
    }

    @Test
    void aHeartbeatThatIsHandledLateDoesNotPutTheClockBehind() {
        pass(SECOND);
        late = 34 * MILLI;
        for (int i = 0; i < 9; i++) {
            pass(SECOND);
            assertThat(clock.nanos()).isEqualTo(truth);
        }
    }

    @Test
    void aMemberWhoseFirstHeartbeatWasLateKnowsBetterWithTheNext() {
        late = 34 * MILLI;
        MemberClock beganLate = new MemberClock(this::read, () -> monotonic);
        assertThat(beganLate.nanos()).isEqualTo(truth - late);

        late = 0;

        assertThat(beganLate.nanos()).isEqualTo(truth);
        late = 20 * MILLI;
        pass(SECOND);
        assertThat(beganLate.nanos()).isEqualTo(truth);
    }

    @Test
    void aTimeThatStaysBehindIsTheTimeAfterTwoSpansAtMost() {
        late = 34 * MILLI;
        for (long passed = 0; passed < 2 * MemberClock.SPAN_NANOS; passed += SECOND) {
            pass(SECOND);
            clock.nanos();
        }

        assertThat(clock.nanos()).isEqualTo(truth - late);
    }

    @Test
    void aTimeThatWasUsedNowAndThenIsTheTimeAfterALongPause() {
        late = 34 * MILLI;
        pass(Duration.ofDays(1).toNanos());
        clock.nanos();
        pass(MemberClock.SPAN_NANOS);

        assertThat(clock.nanos()).isEqualTo(truth - late);
    }

    @Test
    void aClockThatIsSetIsFollowedAtOnce() {
        late = Duration.ofHours(1).toNanos();
        assertThat(clock.nanos()).isEqualTo(truth - late);

        late = -Duration.ofHours(1).toNanos();
        assertThat(clock.nanos()).isEqualTo(truth - late);
    }

    @Test
    void aThreadThatIsHeldUpBetweenTheTwoClocksIsNoStepBack() {
        heldUp = 5 * SECOND;
        assertThat(clock.nanos()).isEqualTo(truth);

        heldUp = SECOND / 2;
        assertThat(clock.nanos()).isEqualTo(truth);
    }
}
