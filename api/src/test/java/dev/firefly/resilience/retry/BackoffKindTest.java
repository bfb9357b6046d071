package dev.firefly.resilience.retry;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.firefly.resilience.core.CallContext;
import dev.firefly.resilience.core.Pattern;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BackoffKindTest {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private static List<Long> firstWaits(Backoff backoff) {
        Outcome outcome = new Outcome.Failed(new IOException());
        return IntStream.rangeClosed(1, 6)
                .mapToObj(attempt -> new CallContext(Pattern.RETRY, "orders", attempt, Duration.ZERO, Optional.empty()))
                .map(context -> backoff.waitAfter(context, outcome).toMillis())
                .toList();
    }

    @Test
    void aConstantWaitStaysTheSame() {
        assertThat(firstWaits(Backoff.constant(ofMillis(100)))).containsOnly(100L);
        assertThat(BackoffKind.CONSTANT.waitAfter(ofMillis(100), 3, 7)).isEqualTo(ofMillis(100));
    }

    @Test
    void aLinearWaitGrowsByTheBase() {
        assertThat(firstWaits(Backoff.linear(ofMillis(100)))).containsExactly(100L, 200L, 300L, 400L, 500L, 600L);
    }

    @Test
    void anExponentialWaitIsMultipliedEachTime() {
        assertThat(firstWaits(Backoff.exponential(ofMillis(100), 3)))
                .containsExactly(100L, 300L, 900L, 2_700L, 8_100L, 24_300L);
    }

    @Test
    void aFibonacciWaitIsTheSumOfTheTwoBeforeIt() {
        assertThat(firstWaits(Backoff.fibonacci(ofMillis(100)))).containsExactly(100L, 100L, 200L, 300L, 500L, 800L);
    }

    @ParameterizedTest
    @EnumSource
    void noBaseMeansNoWaitHoweverLateTheAttempt(BackoffKind kind) {
        assertThat(kind.waitAfter(Duration.ZERO, 2, 10_000)).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @EnumSource
    void everyAttemptHasAFiniteWaitThatIsNotNegative(BackoffKind kind) {
        for (int attempt : new int[] {1, 2, 62, 63, 64, 91, 92, 93, 94, 1024, 10_000, Integer.MAX_VALUE}) {
            for (double multiplier : new double[] {Double.MIN_VALUE, 0.5, 1, 2, Double.MAX_VALUE}) {
                for (Duration base : List.of(Duration.ofNanos(1), ofMillis(100), LONGEST)) {
                    assertThat(kind.waitAfter(base, multiplier, attempt)).isBetween(Duration.ZERO, LONGEST);
                }
            }
        }
    }

    @Test
    void whatIsTooLargeSaturates() {
        assertThat(BackoffKind.FIBONACCI.waitAfter(Duration.ofNanos(1), 1, 92)).isLessThan(LONGEST);
        assertThat(BackoffKind.FIBONACCI.waitAfter(Duration.ofNanos(1), 1, 93)).isEqualTo(LONGEST);
        assertThat(BackoffKind.EXPONENTIAL.waitAfter(Duration.ofNanos(1), 2, 10_000))
                .isEqualTo(LONGEST);
        assertThat(BackoffKind.LINEAR.waitAfter(LONGEST, 1, 2)).isEqualTo(LONGEST);
    }

    @Test
    void whatCouldOnlyGiveNegativeWaitsIsRefused() {
        Duration negative = ofMillis(-1);

        assertThatIllegalArgumentException().isThrownBy(() -> Backoff.constant(negative));
        assertThatIllegalArgumentException().isThrownBy(() -> Backoff.linear(negative));
        assertThatIllegalArgumentException().isThrownBy(() -> Backoff.fibonacci(negative));
        assertThatIllegalArgumentException().isThrownBy(() -> Backoff.exponential(negative, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Backoff.exponential(ofMillis(1), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Backoff.exponential(ofMillis(1), Double.NaN));
    }

    @Test
    void aProductThatIsNoWholeNumberOfNanosecondsIsRounded() {
        assertThat(BackoffKind.EXPONENTIAL.waitAfter(ofMillis(100), 1.1, 3)).isEqualTo(ofMillis(121));
    }
}
