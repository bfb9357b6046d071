package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MeterTest {
    private static final MathContext DIGITS = MathContext.DECIMAL128;

    private static Meter meter(int maxTokens, String rate, Duration timeout) {
        return Meter.of(RateLimiterConfig.builder()
                .maxTokens(maxTokens)
                .refillRate(new BigDecimal(rate))
                .timeout(timeout)
                .build());
    }

    private static BigDecimal tokensPerSecond(Meter meter) {
        return BigDecimal.valueOf(meter.scale().unitsPerNano())
                .scaleByPowerOfTen(9)
                .divide(BigDecimal.valueOf(meter.scale().unitsPerToken()), DIGITS);
    }

    @Test
    void anOrdinaryRateIsExactInLowestTerms() {
        assertThat(meter(10, "10", Duration.ZERO).scale()).isEqualTo(new Scale(1, 100_000_000));
        assertThat(meter(10, "10.0", Duration.ZERO).scale()).isEqualTo(new Scale(1, 100_000_000));
        assertThat(meter(10, "0.7", Duration.ofMinutes(1)).scale()).isEqualTo(new Scale(7, 10_000_000_000L));
        assertThat(meter(10, "2.5e3", Duration.ofDays(1)).scale()).isEqualTo(new Scale(1, 400_000));
        assertThat(meter(10, "1E+9", Duration.ofDays(1)).scale()).isEqualTo(new Scale(1, 1));
        assertThat(meter(1, "0.000000002", Duration.ofDays(1)).scale())
                .isEqualTo(new Scale(1, 500_000_000_000_000_000L));
    }

    @Test
    void aRateOfTenThousandDigitsIsARate() {
        Meter meter = meter(10, "3." + "3".repeat(10_000), Duration.ofSeconds(30));

        assertThat(tokensPerSecond(meter)).isBetween(new BigDecimal("3.33333333333"), new BigDecimal("3.33333333334"));
    }

    @Test
    void anyRateIsKeptFromBelowToNineDigitsAndEverythingFits() {
        Seeds.each(5_000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            int maxTokens = 1 + random.nextInt(1 << random.nextInt(1, 31));
            BigDecimal most = BigDecimal.valueOf(RateLimiterConfig.MAX_RATE);
            BigDecimal rate = BigDecimal.valueOf(random.nextDouble() * Math.pow(10, random.nextInt(-6, 10)))
                    .max(BigDecimal.valueOf(maxTokens).movePointLeft(8))
                    .min(most);
            // of all who may wait, less than a billion do
            BigDecimal longest =
                    new BigDecimal(900_000_000).divide(rate, DIGITS).min(new BigDecimal(1_000_000_000));
            Duration timeout = Duration.ofNanos(longest.multiply(BigDecimal.valueOf(random.nextDouble()))
                    .movePointRight(9)
                    .longValue());

            Meter meter = meter(maxTokens, rate.toString(), timeout);

            assertThat(tokensPerSecond(meter)).isLessThanOrEqualTo(rate);
            assertThat(tokensPerSecond(meter).divide(rate, DIGITS)).isGreaterThan(new BigDecimal("0.999999995"));
            assertThat(meter.maxWaitNanos()).isEqualTo(Math.min(timeout.toNanos(), meter.maxWaitNanos()));
            assertMissingFits(meter);
        });
    }

    private static void assertMissingFits(Meter meter) {
        BigInteger most = BigInteger.valueOf(meter.maxTokens())
                .multiply(BigInteger.valueOf(meter.scale().unitsPerToken()))
                .add(BigInteger.valueOf(meter.maxWaitNanos())
                        .multiply(BigInteger.valueOf(meter.scale().unitsPerNano())));
        assertThat(most).isLessThan(BigInteger.valueOf(Scale.MOST_UNITS / 2));
    }

    @Test
    void theSlowestRateAndTheLongestTimeoutLeaveSixYearsToWait() {
        Meter meter = meter(1, "0.0000000010563", Duration.ofNanos(Long.MAX_VALUE));

        assertMissingFits(meter);
        assertThat(Duration.ofNanos(meter.maxWaitNanos())).isGreaterThan(Duration.ofDays(6 * 365));
    }

    @Test
    void theLargestBucketFitsAtEveryRate() {
        assertMissingFits(meter(Integer.MAX_VALUE, "1E+9", Duration.ofNanos(Long.MAX_VALUE)));
        assertMissingFits(meter(Integer.MAX_VALUE, "999999999.999999999", Duration.ofNanos(Long.MAX_VALUE)));
        assertMissingFits(meter(Integer.MAX_VALUE, "3.1", Duration.ofNanos(Long.MAX_VALUE)));
    }

    @Test
    void aTokenIsNotDividedSoFinelyThatTheDebtOfOthersIsCut() {
        Scale fine = meter(1, "123456789.123456789", Duration.ZERO).scale();
        Scale coarse = meter(1, "10", Duration.ZERO).scale();

        assertThat(fine.unitsPerToken()).isLessThanOrEqualTo(1L << 40);
        assertThat(fine.converted(coarse.units(4_000_000), coarse)).isEqualTo(4_000_000 * fine.unitsPerToken());
    }

    @Test
    void aTimeoutThatFitsIsKeptToTheNanosecond() {
        assertThat(meter(10, "10", Duration.ofDays(365)).maxWaitNanos())
                .isEqualTo(Duration.ofDays(365).toNanos());
        assertThat(meter(10, "0.333333333333", Duration.ofNanos(7)).maxWaitNanos())
                .isEqualTo(7);
    }

    @Test
    void aBucketThatOwesHasNothingAvailableAndIsWaitedFor() {
        Meter meter = meter(3, "1", Duration.ofSeconds(10));
        long token = meter.scale().unitsPerToken();

        assertThat(meter.available(0)).isEqualTo(3);
        assertThat(meter.available(1)).isEqualTo(2);
        assertThat(meter.available(3 * token)).isZero();
        assertThat(meter.available(4 * token)).isZero();
        assertThat(meter.waitNanos(3 * token)).isZero();
        assertThat(meter.waitNanos(3 * token + 1)).isEqualTo(1);
        assertThat(meter.waitNanos(4 * token)).isEqualTo(1_000_000_000);
    }
}
