package dev.firefly.resilience.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.CallContext;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.retry.RetryDecision.Again;
import dev.firefly.resilience.engine.retry.RetryDecision.GiveUp;
import dev.firefly.resilience.retry.BackoffKind;
import dev.firefly.resilience.retry.Outcome;
import dev.firefly.resilience.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RetryPolicyTest {
    private static final Outcome FAILED = new Outcome.Failed(new IOException());
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private static CallContext context(int attempt, Duration elapsed, Optional<Duration> remaining) {
        return new CallContext(Pattern.RETRY, "orders", attempt, elapsed, remaining);
    }

    private static CallContext context(int attempt) {
        return context(attempt, Duration.ZERO, Optional.empty());
    }

    private static RetryConfig.Builder many() {
        return RetryConfig.builder().maxAttempts(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource
    void attemptTenThousandHasAFiniteWait(BackoffKind kind) {
        RetryConfig config = many().backoff(kind)
                .waitDuration(Duration.ofMillis(1))
                .backoffMultiplier(2)
                .jitter(LONGEST)
                .build();

        assertThat(RetryPolicy.decide(config, context(10_000), FAILED, () -> 0.999))
                .isInstanceOfSatisfying(
                        Again.class, again -> assertThat(again.waitNanos()).isPositive());
    }

    @Test
    void aWaitThatSaturatesStillLosesAgainstAMaxDuration() {
        RetryConfig config = many().backoff(BackoffKind.FIBONACCI)
                .waitDuration(LONGEST)
                .maxDuration(LONGEST)
                .build();

        assertThat(RetryPolicy.decide(config, context(9, Duration.ofNanos(1), Optional.empty()), FAILED, () -> 0))
                .isEqualTo(GiveUp.MAX_DURATION);
    }

    @Test
    void aWaitThatEndsAtMaxDurationExactlyIsAllowed() {
        RetryConfig config = many().waitDuration(Duration.ofSeconds(2))
                .maxDuration(Duration.ofSeconds(3))
                .build();

        assertThat(RetryPolicy.decide(config, context(1, Duration.ofSeconds(1), Optional.empty()), FAILED, () -> 0))
                .isEqualTo(new Again(Duration.ofSeconds(2).toNanos()));
    }

    @Test
    void aWaitThatEndsAtTheDeadlineExactlyLeavesNoTimeForTheAttempt() {
        RetryConfig config = many().waitDuration(Duration.ofSeconds(2)).build();

        assertThat(RetryPolicy.decide(
                        config, context(1, Duration.ZERO, Optional.of(Duration.ofSeconds(2))), FAILED, () -> 0))
                .isEqualTo(GiveUp.DEADLINE);
        assertThat(RetryPolicy.decide(
                        config,
                        context(
                                1,
                                Duration.ZERO,
                                Optional.of(Duration.ofSeconds(2).plusNanos(1))),
                        FAILED,
                        () -> 0))
                .isInstanceOf(Again.class);
    }

    @Test
    void theClassOfTheFailureIsLookedAtBeforeTheAttemptsAreCounted() {
        RetryConfig config =
                RetryConfig.builder().maxAttempts(1).abortOn(IOException.class).build();

        assertThat(RetryPolicy.decide(config, context(1), FAILED, () -> 0)).isEqualTo(GiveUp.NOT_RETRYABLE);
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(4712, 4761);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aWaitIsWhatTheNaiveComputationSays(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        long base = dice.nextLong(1_000_000_000);
        long cap = dice.nextLong(5_000_000_000L);
        long jitter = dice.nextLong(1_000_000_000);
        double drawn = dice.nextDouble();
        boolean full = dice.nextBoolean();
        int attempt = dice.nextInt(1, 40);
        RetryConfig config = many().backoff(BackoffKind.LINEAR)
                .waitDuration(Duration.ofNanos(base))
                .maxWait(Duration.ofNanos(cap))
                .jitter(Duration.ofNanos(jitter))
                .fullJitter(full)
                .build();
        Randomness random = () -> drawn;

        long expected = Math.min(base * attempt, cap);
        expected = full ? (long) (expected * drawn) : expected;
        expected += (long) (jitter * drawn);

        assertThat(RetryPolicy.decide(config, context(attempt), FAILED, random))
                .as("seed %d", seed)
                .isEqualTo(new Again(expected));
    }
}
