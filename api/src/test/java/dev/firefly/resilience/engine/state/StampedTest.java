package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StampedTest {
    private static final long SECOND = 1_000_000_000;
    private static final long T = 1_000 * SECOND;
    private static final Stamped<Numbers> STAMPED = new Stamped<>(new Numbers(T - 7, List.of(1)), T);

    @Test
    void timeThatMovesOnIsTakenAsItIs() {
        assertThat(STAMPED.clamped(T + 5)).isEqualTo(T + 5);
        assertThat(STAMPED.isFarAheadOf(T + 5)).isFalse();
        assertThat(STAMPED.rebased(T + 5, Numbers.TYPE)).isSameAs(STAMPED);
    }

    @Test
    void aStepBackOfUpToASecondIsReadAsNoTimeAtAll() {
        assertThat(STAMPED.clamped(T - SECOND)).isEqualTo(T);
        assertThat(STAMPED.isFarAheadOf(T - SECOND)).isFalse();
        assertThat(STAMPED.rebased(T - SECOND, Numbers.TYPE)).isSameAs(STAMPED);
    }

    @Test
    void aLargerStepBackMovesEverythingAlong() {
        long now = T - SECOND - 1;

        assertThat(STAMPED.isFarAheadOf(now)).isTrue();
        assertThat(STAMPED.rebased(now, Numbers.TYPE)).isEqualTo(new Stamped<>(new Numbers(now - 7, List.of(1)), now));
    }
}
