package dev.firefly.resilience.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RandomnessTest {
    @Test
    void aWholeNumberIsBelowItsBoundWhateverIsDrawn() {
        Randomness least = () -> 0;
        Randomness most = () -> Math.nextDown(1.0);

        assertThat(least.nextLong(10)).isZero();
        assertThat(most.nextLong(10)).isEqualTo(9);
        assertThat(most.nextLong(1)).isZero();
        assertThat(most.nextLong(Long.MAX_VALUE)).isBetween(0L, Long.MAX_VALUE - 1);
    }

    @Test
    void withoutABoundAboveZeroTheNumberIsZeroAndNothingIsDrawn() {
        Randomness none = () -> {
            throw new AssertionError("drawn");
        };

        assertThat(none.nextLong(0)).isZero();
        assertThat(none.nextLong(-5)).isZero();
    }

    @Test
    void theSystemsChanceIsFromZeroToBelowOne() {
        for (int i = 0; i < 1000; i++) {
            assertThat(Randomness.system().nextDouble()).isBetween(0.0, Math.nextDown(1.0));
        }
    }
}
