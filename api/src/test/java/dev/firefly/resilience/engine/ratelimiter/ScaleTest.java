package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScaleTest {
    private static final BigInteger MOST = BigInteger.valueOf(Scale.MOST_UNITS);

    /** Numbers of all magnitudes, and the bounds themselves, come up alike. */
    private static long any(SplittableRandom random, long least, long most) {
        return switch (random.nextInt(8)) {
            case 0 -> least;
            case 1 -> most;
            default -> Math.max(least, random.nextLong(least, Math.max(least, most >> random.nextInt(62)) + 1));
        };
    }

    private static Scale anyScale(SplittableRandom random) {
        long perToken = any(random, 1, Scale.MOST_UNITS / 2);
        return new Scale(any(random, 1, perToken), perToken);
    }

    private static BigInteger ceiling(BigInteger dividend, long divisor) {
        return new BigDecimal(dividend)
                .divide(BigDecimal.valueOf(divisor), 0, RoundingMode.CEILING)
                .toBigInteger();
    }

    @Test
    void timeForUnitsIsTheShortestInWhichTheyFlow() {
        Seeds.each(5_000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Scale scale = anyScale(random);
            long units = any(random, 0, Scale.MOST_UNITS);

            assertThat(scale.nanosFor(units))
                    .isEqualTo(ceiling(BigInteger.valueOf(units), scale.unitsPerNano())
                            .longValueExact());
        });
    }

    @Test
    void whatIsMissingShrinksByWhatFlowsAndStopsAtNothing() {
        Seeds.each(5_000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Scale scale = anyScale(random);
            long missing = any(random, 0, Scale.MOST_UNITS);
            long elapsed =
                    random.nextInt(4) == 0 ? -any(random, 0, Long.MAX_VALUE - 1) : any(random, 0, Long.MAX_VALUE - 1);

            BigInteger flowed =
                    BigInteger.valueOf(Math.max(0, elapsed)).multiply(BigInteger.valueOf(scale.unitsPerNano()));
            BigInteger expected = BigInteger.valueOf(missing).subtract(flowed).max(BigInteger.ZERO);
            assertThat(scale.missingAfter(missing, elapsed)).isEqualTo(expected.longValueExact());
        });
    }

    @Test
    void anotherScaleRoundsWhatIsMissingUp() {
        Seeds.each(5_000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Scale from = anyScale(random);
            Scale to = anyScale(random);
            long missing = any(random, 0, Scale.MOST_UNITS);

            BigInteger expected = ceiling(
                            BigInteger.valueOf(missing).multiply(BigInteger.valueOf(to.unitsPerToken())),
                            from.unitsPerToken())
                    .min(MOST);
            assertThat(to.converted(missing, from)).isEqualTo(expected.longValueExact());
        });
    }

    @Test
    void tokensInUnitsStopAtTheMostUnits() {
        Seeds.each(2_000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Scale scale = anyScale(random);
            int tokens = (int) any(random, 0, Integer.MAX_VALUE);

            BigInteger expected = BigInteger.valueOf(tokens)
                    .multiply(BigInteger.valueOf(scale.unitsPerToken()))
                    .min(MOST);
            assertThat(scale.units(tokens)).isEqualTo(expected.longValueExact());
        });
    }

    @Test
    void aScaleWithoutFlowOrWithMoreThanATokenPerNanosecondCannotBeBuilt() {
        for (long[] wrong :
                new long[][] {{0, 1}, {-1, 1}, {1, 0}, {2, 1}, {1, Scale.MOST_UNITS}, {1, Long.MIN_VALUE}}) {
            assertThatThrownBy(() -> new Scale(wrong[0], wrong[1])).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
