package dev.firefly.resilience.tck.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScriptedRandomTest {
    @Test
    void theNumbersComeInTheirOrder() {
        ScriptedRandom random = new ScriptedRandom(0.5, 0, 0.25);

        assertThat(random.nextDouble()).isEqualTo(0.5);
        assertThat(random.nextDouble()).isZero();
        assertThat(random.left()).isEqualTo(1);
        assertThat(random.nextLong(100)).isEqualTo(25);
        assertThat(random.left()).isZero();
    }

    @Test
    void oneDrawTooManyIsAnError() {
        ScriptedRandom random = new ScriptedRandom(0.5);
        random.nextDouble();

        assertThatThrownBy(random::nextDouble)
                .isInstanceOf(AssertionError.class)
                .hasMessage("All 1 scripted numbers have been drawn; this draw is one more");
    }

    @Test
    void aNumberThatChanceCannotBringIsRefused() {
        for (double number : new double[] {-0.1, 1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ScriptedRandom(0.5, number))
                    .withMessageContaining("[0, 1), was " + number);
        }
    }
}
