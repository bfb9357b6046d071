package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.state.RecordFuzz;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BucketFuzzTest implements RecordFuzz.Subject<TokenBucket> {
    private static final long HOUR = 3_600_000_000_000L;
    private static final Meter[] METERS = {
        Meter.of(RateLimiterConfig.builder().build()),
        Meter.of(RateLimiterConfig.builder()
                .maxTokens(1000)
                .refillRate(3)
                .timeout(Duration.ofSeconds(30))
                .build()),
        Meter.of(RateLimiterConfig.builder()
                .maxTokens(Integer.MAX_VALUE)
                .refillRate(1e9)
                .build())
    };

    private TokenBucket another = TokenBucket.FULL;

    @Test
    void whateverLiesThereNeverDoesHarm() {
        RecordFuzz.run(new BucketType(), this);
    }

    private static Meter meter(SplittableRandom random) {
        return METERS[random.nextInt(METERS.length)];
    }

    @Override
    public TokenBucket sample(SplittableRandom random) {
        Meter meter = meter(random);
        TokenBucket bucket = TokenBucket.FULL;
        for (int i = random.nextInt(4); i > 0; i--) {
            long now = RecordFuzz.NOW + random.nextLong(HOUR / 60);
            bucket = Take.exactly(meter, random.nextInt(1, 11), meter.maxWaitNanos())
                    .apply(bucket, Math.max(now, bucket.atNanos()))
                    .state();
        }
        another = bucket;
        return bucket;
    }

    @Override
    public void use(TokenBucket bucket, long now, SplittableRandom random, Consumer<TokenBucket> made) {
        Meter meter = meter(random);
        Take take = new Take(meter, 5, random.nextInt(5), random.nextInt(5, 11), meter.maxWaitNanos());
        assertThat(take.apply(bucket, now).answer().tokens()).isBetween(0, 10);
        made.accept(take.apply(bucket, now).state());
        made.accept(new Refund(meter.scale(), random.nextInt(1, 11))
                .apply(bucket, now)
                .state());
        made.accept(new Rescale(meter, meter(random)).apply(bucket, now).state());
        made.accept(new Rescale(new Meter(bucket.scale(), 10, 0), meter)
                .apply(bucket, now)
                .state());
        assertThat(meter.available(bucket.missing(meter.scale(), now))).isBetween(0, meter.maxTokens());
        BucketType type = new BucketType();
        made.accept(type.merged(bucket, another));
        made.accept(type.merged(another, bucket));
        made.accept(bucket.lackingAlso(another));
        made.accept(another.lackingAlso(bucket));
    }

    @Override
    public void recover(TokenBucket bucket, long now) {
        Meter meter = METERS[0];
        Take one = Take.exactly(meter, 1, 0);
        TokenBucket met = one.apply(bucket, now).state();
        // the node that wrote it is believed as to how much its bucket holds
        long claimed = meter.scale().converted(bucket.scale().units(bucket.maxTokens()), bucket.scale());
        long holds = Math.max(meter.scale().units(meter.maxTokens()), claimed);
        if (holds < Scale.MOST_UNITS / 4) {
            long later = now + HOUR + meter.scale().nanosFor(2 * holds);
            assertThat(one.apply(met, later).answer().isGranted()).isTrue();
        }
    }
}
