package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Buckets that lack more than can have been taken from them. */
class DamagedBucketTest {
    private static final long T0 = ManualClock.START;
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3_600 * SECOND;

    /** Ten tokens, ten a second. */
    private static final Meter OWN = Meter.of(RateLimiterConfig.builder().build());

    private static TokenBucket lacking(long missing, Scale scale, int maxTokens) {
        return new TokenBucket(T0, missing, scale, maxTokens);
    }

    private static TokenBucket met(TokenBucket bucket) {
        return Take.exactly(OWN, 1, 0).apply(bucket, T0).state();
    }

    @Test
    void oneThatLacksCenturiesOfTokensIsOfUseAgainAfterAnHour() {
        TokenBucket met = met(lacking(Scale.MOST_UNITS, OWN.scale(), 10));

        assertThat(met.missingUnits()).isEqualTo(20 * OWN.scale().unitsPerToken() + HOUR);
        assertThat(met(met)).isSameAs(met);
        Take one = Take.exactly(OWN, 1, 0);
        assertThat(one.apply(met, T0 + HOUR).answer().isGranted()).isFalse();
        assertThat(one.apply(met, T0 + HOUR + 2 * SECOND).answer().isGranted()).isTrue();
    }

    @Test
    void onAScaleOfItsOwnToo() {
        Scale coarse = new Scale(1, Scale.MOST_UNITS / 2);

        assertThat(met(lacking(Scale.MOST_UNITS, coarse, 0)).missingUnits()).isLessThan(HOUR);
        assertThat(met(lacking(Scale.MOST_UNITS, new Scale(1, 1), 0)).missingUnits())
                .isEqualTo(20 * OWN.scale().unitsPerToken() + HOUR);
    }

    @Test
    void whatANodeThatHoldsMoreTookIsBelieved() {
        Meter large = Meter.of(
                RateLimiterConfig.builder().maxTokens(1_000_000).refillRate(10).build());
        TokenBucket empty =
                Take.exactly(large, 1_000_000, 0).apply(TokenBucket.FULL, T0).state();

        assertThat(met(empty)).isSameAs(empty);
    }

    @Test
    void whatCallersWaitForIsBelievedHoweverLongThisNodeLetsThemWait() {
        Meter patient = Meter.of(
                RateLimiterConfig.builder().timeout(Duration.ofDays(30)).build());
        long debt = patient.scale().unitsIn(30 * 24 * HOUR);
        TokenBucket owing = lacking(debt + 10 * patient.scale().unitsPerToken(), patient.scale(), 10);

        assertThat(Take.exactly(patient, 1, 0).apply(owing, T0).state()).isSameAs(owing);
    }

    @Test
    void sumsOfTheLargestNumbersDoNotOverflow() {
        Meter endless = new Meter(new Scale(1, Scale.MOST_UNITS / 2), 1, Long.MAX_VALUE);

        assertThat(endless.believable(Scale.MOST_UNITS, lacking(Scale.MOST_UNITS, endless.scale(), Integer.MAX_VALUE)))
                .isEqualTo(Scale.MOST_UNITS);
        assertThat(new Meter(endless.scale(), 1, 0)
                        .believable(Scale.MOST_UNITS, lacking(Scale.MOST_UNITS, new Scale(1, 1), Integer.MAX_VALUE)))
                .isEqualTo(Scale.MOST_UNITS);
    }
}
