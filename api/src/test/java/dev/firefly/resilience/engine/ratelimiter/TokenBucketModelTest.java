package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random histories of one bucket, told in fractions of tokens and compared with the fast arithmetic. */
@Timeout(120)
class TokenBucketModelTest {
    /** Twice-divided thirds do not come up: rates here have few digits, so that all decimals end. */
    private static final String[] RATES = {"10", "0.7", "1234.5", "0.003", "1000000000", "99999.9"};

    /** Token by token, in decimals without rounding. */
    private static final class NaiveBucket {
        private final RateLimiterConfig config;
        private BigDecimal missing = BigDecimal.ZERO;
        private long at = ManualClock.START;

        NaiveBucket(RateLimiterConfig config) {
            this.config = config;
        }

        private BigDecimal flowed(long nanos) {
            return config.refillRate().multiply(BigDecimal.valueOf(nanos)).movePointLeft(9);
        }

        private void moveTo(long now) {
            missing = missing.subtract(flowed(now - at)).max(BigDecimal.ZERO);
            at = now;
        }

        long reserve(int tokens, long maxWait, long now) {
            moveTo(now);
            BigDecimal after = missing.add(BigDecimal.valueOf(tokens));
            BigDecimal owed = after.subtract(BigDecimal.valueOf(config.maxTokens()));
            long wait = owed.signum() <= 0
                    ? 0
                    : owed.movePointRight(9)
                            .divide(config.refillRate(), 0, RoundingMode.CEILING)
                            .longValueExact();
            if (wait > maxWait) {
                return ~wait;
            }
            missing = after;
            return wait;
        }

        void refund(int tokens, long now) {
            moveTo(now);
            missing = missing.subtract(BigDecimal.valueOf(tokens)).max(BigDecimal.ZERO);
        }

        int available(long now) {
            moveTo(now);
            return BigDecimal.valueOf(config.maxTokens())
                    .subtract(missing)
                    .max(BigDecimal.ZERO)
                    .intValue();
        }
    }

    private static RateLimiterConfig anyConfig(SplittableRandom random) {
        return RateLimiterConfig.builder()
                .maxTokens(1 + random.nextInt(20))
                .refillRate(new BigDecimal(RATES[random.nextInt(RATES.length)]))
                .timeout(Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 40))))
                .build();
    }

    /** From much less to much more than a token takes. */
    private static long anyPause(SplittableRandom random, RateLimiterConfig config) {
        long token = BigDecimal.valueOf(1_000_000_000)
                .divide(config.refillRate(), 0, RoundingMode.CEILING)
                .longValueExact();
        return random.nextLong(2 * token + 2) >> random.nextInt(4);
    }

    @Test
    void theRecordGoesTheWayOfTheModel() {
        Seeds.each(300, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            RateLimiterConfig config = anyConfig(random);
            Meter meter = Meter.of(config);
            NaiveBucket naive = new NaiveBucket(config);
            TokenBucket bucket = TokenBucket.FULL;
            long now = ManualClock.START;
            for (int i = 0; i < 200; i++) {
                now += anyPause(random, config);
                int tokens = 1 + random.nextInt(config.maxTokens());
                if (random.nextInt(4) == 0) {
                    naive.refund(tokens, now);
                    bucket =
                            new Refund(meter.scale(), tokens).apply(bucket, now).state();
                } else {
                    long wait = random.nextBoolean() ? meter.maxWaitNanos() : 0;
                    Step<TokenBucket, Take.Grant> step =
                            Take.exactly(meter, tokens, wait).apply(bucket, now);
                    assertThat(step.answer().answer()).isEqualTo(naive.reserve(tokens, wait, now));
                    bucket = step.state();
                }
                assertThat(meter.available(bucket.missing(meter.scale(), now))).isEqualTo(naive.available(now));
            }
        });
    }

    @Test
    void theNumberInMemoryGoesTheWayOfTheModel() {
        Seeds.each(300, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            RateLimiterConfig config = anyConfig(random);
            Terms terms = Terms.of(config, 1);
            ManualClock clock = new ManualClock();
            NaiveBucket naive = new NaiveBucket(config);
            MemoryBucket bucket = new MemoryBucket(clock, terms.meter().scale());
            for (int i = 0; i < 200; i++) {
                clock.step(Duration.ofNanos(anyPause(random, config)));
                int tokens = 1 + random.nextInt(config.maxTokens());
                if (random.nextInt(4) == 0) {
                    naive.refund(tokens, clock.nanos());
                    bucket.refund(terms, tokens);
                } else {
                    long wait = random.nextBoolean() ? terms.meter().maxWaitNanos() : 0;
                    assertThat(bucket.reserve(terms, tokens, wait))
                            .isEqualTo(naive.reserve(tokens, wait, clock.nanos()));
                }
                assertThat(bucket.available(terms)).isEqualTo(naive.available(clock.nanos()));
            }
        });
    }

    /** Whatever the settings do in between, and in whichever scale the last change was written. */
    @Test
    void noChangeOfSettingsMintsTokens() {
        Seeds.each(20, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            for (Place place : Place.values()) {
                World world = new World(place, b -> b.maxTokens(10).refillRate(1));
                BigDecimal flowed = BigDecimal.TEN;
                int taken = 0;
                for (int i = 0; i < 30; i++) {
                    BigDecimal rate = new BigDecimal(RATES[random.nextInt(4)]).min(BigDecimal.TEN);
                    world.reconfigure(b -> b.refillRate(rate));
                    taken += world.drain();
                    world.awaitWritten();
                    long pause = random.nextLong(300_000_000);
                    world.clock.step(Duration.ofNanos(pause));
                    flowed = flowed.add(rate.multiply(BigDecimal.valueOf(pause)).movePointLeft(9));
                    assertThat(taken).isLessThanOrEqualTo(flowed.intValue());
                }
                taken += world.drain();
                assertThat(flowed.intValue() - taken).as("lost in " + place).isLessThanOrEqualTo(1);
                world.cells.close();
            }
        });
    }
}
