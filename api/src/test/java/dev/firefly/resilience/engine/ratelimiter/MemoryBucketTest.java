package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.engine.Allocations;
import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bucket that is one number: its eras, its races and its cost. */
@Timeout(120)
class MemoryBucketTest {
    private static final long SECOND = 1_000_000_000;

    private final ManualClock clock = new ManualClock();

    private static Terms terms(int maxTokens, String rate) {
        return Terms.of(
                RateLimiterConfig.builder()
                        .maxTokens(maxTokens)
                        .refillRate(new BigDecimal(rate))
                        .timeout(Duration.ofSeconds(60))
                        .build(),
                1);
    }

    private MemoryBucket bucket(Terms terms) {
        return new MemoryBucket(clock, terms.meter().scale());
    }

    @Test
    void aCallThatPassesAllocatesNothing() throws Exception {
        World world = new World(Place.MEMORY, b -> b.maxTokens(1_000_000).refillRate(1));
        CheckedCallable<String, RuntimeException> body = () -> "result";

        assertThat(Allocations.bytesPerRun(() -> world.limiter.call(body))).isZero();
        assertThat(world.limiter.availableTokens()).isEqualTo(1_000_000 - 12_000);
    }

    @Test
    void tryingAllocatesNothing() throws Exception {
        World world = new World(Place.MEMORY, b -> b.maxTokens(1_000_000).refillRate(1));

        assertThat(Allocations.bytesPerRun(() -> world.limiter.tryAcquire(3))).isZero();
    }

    @Test
    void theCountGoesOnWhenTheNumbersOfAnEraRunOut() {
        // so fine a scale that an era lasts less than an hour
        Terms terms = terms(1_000, "1234567.891");
        MemoryBucket bucket = bucket(terms);
        long length = Scale.MOST_UNITS / 2 / terms.meter().scale().unitsPerNano();
        assertThat(length).isLessThan(3_600 * SECOND);
        clock.step(Duration.ofNanos(length - 100));
        assertThat(bucket.reserve(terms, 1_000, 0)).isZero();
        assertThat(bucket.available(terms)).isZero();

        long wait = ~bucket.reserve(terms, 1, 0);
        clock.step(Duration.ofNanos(wait - 1));
        assertThat(bucket.reserve(terms, 1, 0)).isEqualTo(~1L);
        clock.step(Duration.ofNanos(1));

        assertThat(wait).isGreaterThan(200);
        assertThat(bucket.reserve(terms, 1, 0)).isZero();
        assertThat(bucket.available(terms)).isZero();
    }

    @Test
    void aBucketIsFullHoweverFarTheNumbersOfAnEraWereOverrun() {
        Terms terms = terms(1_000, "1234567.891");
        Duration length =
                Duration.ofNanos(Scale.MOST_UNITS / 2 / terms.meter().scale().unitsPerNano());
        for (int times = 1; times <= 16; times++) {
            MemoryBucket bucket = bucket(terms);
            bucket.reserve(terms, 1_000, 0);

            clock.step(length.multipliedBy(times));

            assertThat(bucket.reserve(terms, 1_000, 0)).isZero();
            assertThat(bucket.reserve(terms, 1, 0)).isNegative();
        }
    }

    @Test
    void aStepBackOfAnHourKeepsWhatIsMissing() {
        Terms terms = terms(10, "0.01");
        MemoryBucket bucket = bucket(terms);
        bucket.reserve(terms, 10, 0);
        clock.step(Duration.ofSeconds(1_000));
        assertThat(bucket.reserve(terms, 10, 0)).isZero();

        clock.step(Duration.ofHours(-1));

        assertThat(bucket.available(terms)).isZero();
        assertThat(bucket.reserve(terms, 1, 0)).isEqualTo(~(100 * SECOND));
        clock.step(Duration.ofSeconds(100));
        assertThat(bucket.reserve(terms, 1, 0)).isZero();
        assertThat(bucket.reserve(terms, 1, 0)).isEqualTo(~(100 * SECOND));
    }

    @Test
    void whatAWaiterReservedCanGoBackInALaterEra() {
        Terms terms = terms(10, "1");
        MemoryBucket bucket = bucket(terms);
        bucket.reserve(terms, 10, 0);
        assertThat(bucket.reserve(terms, 3, 60 * SECOND)).isEqualTo(3 * SECOND);
        Terms others = terms(10, "0.7");
        assertThat(bucket.reserve(others, 1, 0)).isNegative();

        bucket.refund(terms, 3);

        assertThat(bucket.reserve(terms, 1, 0)).isEqualTo(~SECOND);
    }

    @Test
    void manyThreadsGetWhatTheBucketHoldsAndNoMore() throws InterruptedException {
        Terms terms = terms(10_007, "1");
        MemoryBucket bucket = bucket(terms);
        AtomicInteger taken = new AtomicInteger();

        Threads.together(4, number -> {
            while (bucket.reserve(terms, 1, 0) == 0) {
                taken.incrementAndGet();
            }
        });

        assertThat(taken).hasValue(10_007);
    }

    @Test
    void threadsThatDisagreeAboutTheSettingsMintNothingAndLoseNothing() throws InterruptedException {
        Terms[] terms = {terms(10_000, "1"), terms(10_000, "2"), terms(10_000, "4"), terms(10_000, "0.5")};
        MemoryBucket bucket = bucket(terms[0]);
        AtomicInteger taken = new AtomicInteger();

        Threads.together(4, number -> {
            for (int i = 0; bucket.reserve(terms[number], 1, 0) == 0; i++) {
                taken.incrementAndGet();
                if (i % 3 == 0) {
                    bucket.refund(terms[number], 1);
                    taken.decrementAndGet();
                }
            }
        });

        // a scale of four thirds of a unit may cost a unit per change, and these have none
        assertThat(taken).hasValue(10_000);
    }

    @Test
    void everyWaiterGetsATimeOfItsOwn() throws InterruptedException {
        Terms terms = terms(1, "1000");
        MemoryBucket bucket = bucket(terms);
        bucket.reserve(terms, 1, 0);
        AtomicLong sum = new AtomicLong();

        Threads.together(4, number -> {
            for (int i = 0; i < 1_000; i++) {
                sum.addAndGet(bucket.reserve(terms, 1, 60 * SECOND));
            }
        });

        // 1 ms, 2 ms, ... 4 s
        assertThat(sum).hasValue(4_000L * 4_001 / 2 * 1_000_000);
    }

    @Test
    void aThreadThatSleepsWhileItBeginsAnEraMintsNothing() {
        Terms slow = terms(10, "1");
        Terms fast = terms(10, "2");
        AtomicInteger reads = new AtomicInteger();
        MemoryBucket[] bucket = new MemoryBucket[1];
        // the first reading is that of the bucket, the second of the call, the third of the new era
        WaitingClock stalling = new WaitingClock(clock) {
            @Override
            public long nanos() {
                long read = super.nanos();
                if (reads.incrementAndGet() == 3) {
                    clock.step(Duration.ofSeconds(5));
                    assertThat(bucket[0].reserve(slow, 10, 0)).isZero();
                }
                return read;
            }
        };
        bucket[0] = new MemoryBucket(stalling, slow.meter().scale());

        assertThat(bucket[0].reserve(fast, 1, 0)).isEqualTo(~(SECOND / 2));
    }

    @Test
    void aThreadThatSleptSinceItReadTheClockIsNotTakenForAStepBack() throws InterruptedException {
        Terms terms = terms(10, "1");
        AtomicInteger reads = new AtomicInteger();
        MemoryBucket[] bucket = new MemoryBucket[1];
        // the second reading is old by the time it is used: another call has gone by a later one
        WaitingClock slow = new WaitingClock(clock) {
            @Override
            public long nanos() {
                long read = super.nanos();
                if (reads.incrementAndGet() == 2) {
                    clock.step(Duration.ofSeconds(5));
                    bucket[0].reserve(terms, 10, 0);
                }
                return read;
            }
        };
        bucket[0] = new MemoryBucket(slow, terms.meter().scale());

        bucket[0].reserve(terms, 1, 0);

        assertThat(bucket[0].reserve(terms, 1, 0)).isEqualTo(~SECOND);
        clock.step(Duration.ofNanos(SECOND));
        assertThat(bucket[0].available(terms)).isEqualTo(1);
    }
}
