package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes share a bucket under different settings, or under new ones. */
@Timeout(120)
class SharedSettingsTest {
    private static World node(UnaryOperator<RateLimiterConfig.Builder> settings) {
        return new World(Place.STORE, settings);
    }

    @Test
    void nodesWithDifferentRatesEachJudgeByTheirOwnAndSayOnceThatTheyDiffer() throws Exception {
        World slow = node(b -> b.maxTokens(10).refillRate(1));
        World fast = slow.otherNode(b -> b.refillRate(10));
        slow.drain();
        try (LogWatch log = new LogWatch("dev.firefly.resilience.ratelimiter")) {
            fast.clock.step(Duration.ofMillis(100));
            assertThat(slow.limiter.availableTokens()).isZero();
            assertThat(fast.limiter.tryAcquire()).isTrue();
            for (int i = 0; i < 3; i++) {
                fast.clock.step(Duration.ofSeconds(1));
                slow.limiter.tryAcquire();
                fast.limiter.tryAcquire();
            }

            assertThat(log.lines())
                    .hasSize(2)
                    .allSatisfy(message -> assertThat(message)
                            .contains("Rate limiter [x]")
                            .contains("10.0")
                            .contains("1.0"));
        }
    }

    @Test
    void nodesWithDifferentBucketsNeverMintByHandingThemOver() {
        World small = node(b -> b.maxTokens(5).refillRate(1));
        World large = small.otherNode(b -> b.maxTokens(12));

        assertThat(large.drain()).isEqualTo(12);
        assertThat(small.drain()).isZero();
        small.clock.step(Duration.ofSeconds(9));

        assertThat(small.drain()).isEqualTo(2);
        assertThat(large.drain()).isEqualTo(7);
    }

    @Test
    void nodesWithDifferentBucketsSayOnceThatTheyDiffer() throws Exception {
        World small = node(b -> b.maxTokens(5).refillRate(1));
        World large = small.otherNode(b -> b.maxTokens(12));
        try (LogWatch log = new LogWatch("dev.firefly.resilience.ratelimiter")) {
            for (int i = 0; i < 3; i++) {
                assertThat(small.limiter.tryAcquire()).isTrue();
                assertThat(large.limiter.tryAcquire()).isTrue();
            }

            assertThat(log.lines())
                    .hasSize(2)
                    .anySatisfy(told -> assertThat(told).contains("max-tokens 5 and refill-rate 1.0", "but 12 and 1.0"))
                    .anySatisfy(
                            told -> assertThat(told).contains("max-tokens 12 and refill-rate 1.0", "but 5 and 1.0"));
        }
    }

    @Test
    void nodesThatWaitDifferentlyHaveNoMismatch() throws Exception {
        World brief = node(b -> b.maxTokens(5).refillRate(new BigDecimal("0.123456789012345678")));
        World patient = brief.otherNode(b -> b.timeout(Duration.ofDays(20 * 365)));
        assertThat(Terms.of(patient.config, 1).meter().scale())
                .isNotEqualTo(Terms.of(brief.config, 1).meter().scale());
        try (LogWatch log = new LogWatch("dev.firefly.resilience.ratelimiter")) {
            assertThat(brief.limiter.tryAcquire()).isTrue();
            assertThat(patient.limiter.tryAcquire()).isTrue();
            assertThat(brief.limiter.tryAcquire()).isTrue();

            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void newSettingsAreNoMismatch() throws Exception {
        World world = node(b -> b.maxTokens(10).refillRate(1));
        world.drain();
        try (LogWatch log = new LogWatch("dev.firefly.resilience.ratelimiter")) {
            world.reconfigure(b -> b.refillRate(10));
            world.limiter.tryAcquire();
            world.awaitWritten();
            world.clock.step(Duration.ofSeconds(1));
            assertThat(world.drain()).isEqualTo(10);
            world.reconfigure(b -> b.maxTokens(12));
            assertThat(world.drain()).isEqualTo(2);

            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void newSettingsOfOneNodeDoNotHideThatAnotherHasOthers() throws Exception {
        World one = node(b -> b.maxTokens(5).refillRate(1));
        World other = one.otherNode(b -> b.maxTokens(12));
        other.limiter.tryAcquire();
        try (LogWatch log = new LogWatch("dev.firefly.resilience.ratelimiter")) {
            one.reconfigure(b -> b.maxTokens(6));
            one.limiter.tryAcquire();

            assertThat(log.lines())
                    .singleElement()
                    .satisfies(told -> assertThat(told).contains("max-tokens 6", "but 12"));
        }
    }

    @Test
    void whatHasFlowedByTheFormerRateIsNotLostByASlowerOne() {
        World world = node(b -> b.maxTokens(10).refillRate(10));
        world.drain();
        world.clock.step(Duration.ofMinutes(1));

        world.reconfigure(b -> b.refillRate(0.001));

        assertThat(world.limiter.availableTokens()).isEqualTo(10);
        assertThat(world.drain()).isEqualTo(10);
    }
}
