package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClockSampleTest {
    private static final long NOW = 1_900_000_000_123L;

    @Test
    void anIdIsTakenApart() {
        ClockSample sample = ClockSample.of(id(NOW, 0, 3), 100, 200);

        assertThat(sample).isEqualTo(new ClockSample(3, NOW, true, 100, 200));
    }

    @Test
    void anIdThatMayBeOutOfTheFutureIsNotExact() {
        assertThat(ClockSample.of(id(NOW, 36, 3), 100, 200).exact()).isFalse();
    }

    @Test
    void theOffsetAssumesThatTheMemberReadItsClockHalfwayAndCutItDown() {
        ClockSample sample = new ClockSample(1, 2, true, 1_000_000, 3_000_000);

        assertThat(sample.offset()).isEqualTo(2_500_000 - 2_000_000);
    }

    @Test
    void theOldestMembersFastestExactAnswerIsBest() {
        ClockSample slow = new ClockSample(1, NOW, true, 0, 900);
        ClockSample fast = new ClockSample(1, NOW, true, 1_000, 1_200);
        ClockSample moved = new ClockSample(1, NOW + 20, false, 2_000, 2_001);
        ClockSample younger = new ClockSample(2, NOW + 7, true, 3_000, 3_001);

        assertThat(ClockSample.best(List.of(younger, slow, moved, fast))).contains(fast);
        assertThat(ClockSample.best(List.of(moved))).isEmpty();
    }

    @Test
    void theSpreadIsThatOfTheMembersBestAnswers() {
        ClockSample oldest = new ClockSample(1, NOW, true, 0, 200);
        ClockSample oldestSlow = new ClockSample(1, NOW + 500, true, 0, 900_000_000);
        ClockSample ahead = new ClockSample(2, NOW + 30_000, true, 0, 200);

        assertThat(ClockSample.spread(List.of(oldest, oldestSlow, ahead))).isEqualTo(30_000_000_000L);
        assertThat(ClockSample.spread(List.of(oldest, oldestSlow))).isZero();
    }

    private static long id(long millis, long sequence, long member) {
        return ((millis - 1_514_764_800_000L) << 22) | (sequence << 16) | member;
    }
}
