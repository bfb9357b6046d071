package dev.firefly.resilience.engine.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
    @Test
    void sevenPercentOfAHundredIsSevenAndNotSix() {
        Rate rate = Rate.of(new BigDecimal("0.07"));

        assertThat(rate.isReached(6, 100)).isFalse();
        assertThat(rate.isReached(7, 100)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0.07", "0.5", "0.1", "0.29", "0.333333333", "0.999999999", "0.000000001", "1", "1.000", "1E0"})
    void aRateIsExactForEveryNumberOfCalls(String text) {
        BigDecimal exact = new BigDecimal(text);
        Rate rate = Rate.of(exact);
        for (int calls = 1; calls <= 1000; calls++) {
            BigDecimal least = exact.multiply(BigDecimal.valueOf(calls));
            for (int failures = 1; failures <= calls; failures++) {
                boolean expected = BigDecimal.valueOf(failures).compareTo(least) >= 0;
                if (rate.isReached(failures, calls) != expected) {
                    fail("%s of %d: wrong at %d", text, calls, failures);
                }
            }
        }
    }

    @Test
    void noFailureReachesNoRate() {
        assertThat(Rate.of(new BigDecimal("0.000000001")).isReached(0, 0)).isFalse();
        assertThat(Rate.of(new BigDecimal("0.5")).isReached(0, 10)).isFalse();
    }

    @Test
    void theLargestNumbersDoNotOverflow() {
        Rate rate = Rate.of(new BigDecimal("0.999999999"));

        assertThat(rate.isReached(Integer.MAX_VALUE, Integer.MAX_VALUE)).isTrue();
        assertThat(rate.isReached(Integer.MAX_VALUE - 10, Integer.MAX_VALUE)).isFalse();
    }
}
