package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every form of a call that does not wait has in common, wherever the bucket is. */
@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class RateLimiterBehaviourTest extends EveryForm {
    private static final Duration NANO = Duration.ofNanos(1);

    RateLimiterBehaviourTest(Setup setup) {
        super(setup);
    }

    @Test
    void aFullBucketLetsABurstPassAndThenNothing() {
        World world = world(b -> b.maxTokens(3).refillRate(1));

        pass(world);
        pass(world);
        pass(world);

        assertThat(rejected(world).retryAfter()).contains(Duration.ofSeconds(1));
        assertThat(world.limiter.availableTokens()).isZero();
    }

    @Test
    void theRetryAfterIsExactToTheNanosecond() {
        World world = world(b -> b.maxTokens(2).refillRate(3));
        pass(world);
        pass(world);
        Duration third = Duration.ofNanos(333_333_334);
        assertThat(rejected(world).retryAfter()).contains(third);

        world.advance(third.minus(NANO));
        assertThat(rejected(world).retryAfter()).contains(NANO);
        world.advance(NANO);
        pass(world);

        // not a third of a second after that one, but two thirds after the beginning, rounded up
        assertThat(rejected(world).retryAfter())
                .contains(Duration.ofNanos(666_666_667).minus(third));
    }

    @Test
    void aPartOfATokenCountsForTheNextRetryAfter() {
        World world = world(b -> b.maxTokens(1).refillRate(1));
        pass(world);

        world.advance(Duration.ofMillis(400));

        assertThat(rejected(world).retryAfter()).contains(Duration.ofMillis(600));
    }

    @Test
    void tokensFlowContinuouslyAndNeverAboveTheBrim() {
        World world = world(b -> b.maxTokens(5).refillRate(10));
        assertThat(world.drain()).isEqualTo(5);

        world.advance(Duration.ofMillis(250));
        assertThat(world.limiter.availableTokens()).isEqualTo(2);
        assertThat(world.drain()).isEqualTo(2);

        world.advance(Duration.ofSeconds(10));
        assertThat(world.limiter.availableTokens()).isEqualTo(5);
        assertThat(world.drain()).isEqualTo(5);
    }

    @Test
    void overALongTimeExactlyTheConfiguredRatePasses() {
        World world = world(b -> b.maxTokens(2).refillRate(new BigDecimal("0.7")));
        int passed = 0;
        for (int i = 0; i < 10_000; i++) {
            passed += world.drain();
            world.clock.step(Duration.ofMillis(100));
        }

        assertThat(passed).isEqualTo(2 + 699);
    }

    @Test
    void aBucketThatWasIdleForACenturyIsFullAndNoMore() {
        World world = world(b -> b.maxTokens(4).refillRate(new BigDecimal("999999.7")));
        world.drain();

        world.clock.step(Duration.ofDays(36_525));

        assertThat(world.limiter.availableTokens()).isEqualTo(4);
        assertThat(world.drain()).isEqualTo(4);
    }

    @Test
    void aSmallStepBackOfTheClockIsNoTimeAtAll() {
        World world = world(b -> b.maxTokens(2).refillRate(1));
        world.drain();

        world.clock.step(Duration.ofMillis(-900));

        assertThat(rejected(world).retryAfter()).contains(Duration.ofSeconds(1));
        world.clock.step(Duration.ofMillis(1_900));
        pass(world);
        rejected(world);
    }

    @Test
    void anHourBackMintsNothingAndLocksNobodyOut() {
        World world = world(b -> b.maxTokens(10).refillRate(new BigDecimal("0.01")));
        world.drain();
        world.advance(Duration.ofSeconds(50));

        world.clock.step(Duration.ofHours(-1));

        // the 50 seconds after the last change are not known to have passed, or are; nothing else is lost or gained
        Duration rest = rejected(world).retryAfter().orElseThrow();
        assertThat(rest).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(100));
        world.awaitWritten();
        world.clock.step(rest);
        pass(world);
        rejected(world);
    }

    @Test
    void aRejectionSaysWhatItIs() {
        World world = world(b -> b.maxTokens(1).refillRate(2));
        pass(world);

        RateLimitExceededException rejected = rejected(world);

        assertThat(rejected.code()).isEqualTo(ErrorCode.RATE_LIMIT_EXCEEDED);
        assertThat(rejected.pattern()).contains(Pattern.RATE_LIMITER);
        assertThat(rejected.instance()).isEqualTo("x");
        assertThat(rejected.retryable()).isTrue();
        assertThat(rejected.getStackTrace()).isEmpty();
        assertThat(rejected).hasNoCause();
    }

    @Test
    void eachRejectionIsAnnounced() {
        World world = world(b -> b.maxTokens(1).refillRate(2));
        pass(world);
        assertThat(world.rejections).isEmpty();

        rejected(world);

        assertThat(world.rejections).singleElement().satisfies(event -> {
            assertThat(event.pattern()).isEqualTo(Pattern.RATE_LIMITER);
            assertThat(event.instance()).isEqualTo("x");
            assertThat(event.time()).isEqualTo(Instant.ofEpochSecond(0, ManualClock.START));
            assertThat(event.code()).isEqualTo(ErrorCode.RATE_LIMIT_EXCEEDED);
            assertThat(event.retryAfter()).contains(Duration.ofMillis(500));
        });
    }

    @Test
    void aLimiterThatIsSwitchedOffLetsEverythingPass() {
        World world = world(b -> b.maxTokens(1).refillRate(0.001).enabled(false));
        for (int i = 0; i < 5; i++) {
            pass(world);
            assertThat(world.limiter.tryAcquire()).isTrue();
            world.limiter.acquire();
        }

        assertThat(world.limiter.availableTokens()).isEqualTo(1);
    }

    @Test
    void newSettingsKeepWhatWasConsumed() {
        World world = world(b -> b.maxTokens(10).refillRate(10));
        world.drain();

        world.reconfigure(b -> b.maxTokens(15).refillRate(new BigDecimal("0.3")));

        assertThat(world.drain()).isEqualTo(5);
        assertThat(rejected(world).retryAfter().orElseThrow().toMillis()).isEqualTo(3_333);
    }

    @Test
    void aSmallerBucketStartsWithTheDebtOfTheLargerOne() {
        World world = world(b -> b.maxTokens(10).refillRate(1));
        world.drain();

        world.reconfigure(b -> b.maxTokens(4));

        // ten are missing; the first is there when three are
        assertThat(rejected(world).retryAfter()).contains(Duration.ofSeconds(7));
    }

    @Test
    void changingTheSettingsOverAndOverMintsNothing() {
        World world = world(b -> b.maxTokens(10).refillRate(1));
        int passed = world.drain();
        for (int i = 0; i < 100; i++) {
            BigDecimal rate = i % 2 == 0 ? new BigDecimal("0.7") : BigDecimal.ONE;
            world.reconfigure(b -> b.refillRate(rate));
            passed += world.drain();
            world.awaitWritten(); // so that each span of time is judged by its own rate
            world.clock.step(Duration.ofMillis(10));
        }

        assertThat(passed).isEqualTo(10);
        world.clock.step(Duration.ofMillis(150 + 1));
        assertThat(world.drain()).isEqualTo(1);
    }

    @Test
    void allLimitersOfANameTakeFromOneBucketAndOthersFromTheirs() {
        World world = world(b -> b.maxTokens(3).refillRate(1));
        StoredRateLimiter sibling = world.sibling(b -> b.refillRate(2));
        StoredRateLimiter another = world.limiter("y");

        pass(world);
        assertThat(sibling.tryAcquire()).isTrue();
        assertThat(sibling.tryAcquire()).isTrue();

        rejected(world);
        assertThat(sibling.tryAcquire()).isFalse();
        assertThat(another.tryAcquire(3)).isTrue();
    }
}
