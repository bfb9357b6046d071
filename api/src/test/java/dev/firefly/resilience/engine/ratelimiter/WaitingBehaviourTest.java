package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every form of a call that may wait has in common, wherever the bucket is. */
@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class WaitingBehaviourTest extends EveryForm {
    private static final Duration NANO = Duration.ofNanos(1);

    WaitingBehaviourTest(Setup setup) {
        super(setup);
    }

    /** An empty bucket that gets a token a second, and callers with three seconds. */
    private World empty() {
        World world = world(WaitingBehaviourTest::threeSeconds);
        world.drain();
        world.rejections.clear();
        return world;
    }

    private static RateLimiterConfig.Builder threeSeconds(RateLimiterConfig.Builder builder) {
        return builder.maxTokens(2).refillRate(1).timeout(Duration.ofSeconds(3));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void aCallThatFindsATokenDoesNotWait() {
        World world = world(WaitingBehaviourTest::threeSeconds);

        assertThat(ran(begin(world))).isZero();
        assertThat(ran(begin(world))).isZero();
        assertThat(world.waits.waits()).isEmpty();
    }

    @Test
    void aCallWaitsExactlyUntilItsTokenIsThere() throws InterruptedException {
        World world = empty();
        CompletableFuture<Duration> call = beginToWait(world, 1);

        world.advance(seconds(1).minus(NANO));
        assertThat(call).isNotDone();
        world.advance(NANO);

        assertThat(ran(call)).isEqualTo(seconds(1));
        assertThat(world.waits.waits()).containsExactly(seconds(1));
    }

    @Test
    void callersAreServedInTheOrderTheyCame() throws InterruptedException {
        World world = empty();
        List<CompletableFuture<Duration>> calls = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            calls.add(beginToWait(world, i));
        }

        for (int i = 1; i <= 3; i++) {
            world.advance(seconds(1));
            assertThat(ran(calls.get(i - 1))).isEqualTo(seconds(i));
            assertThat(world.waits.waiting()).isEqualTo(3 - i);
        }
    }

    @Test
    void aNewcomerDoesNotOvertakeThoseWhoWait() throws InterruptedException {
        World world = empty();
        CompletableFuture<Duration> first = beginToWait(world, 1);
        world.clock.step(seconds(1)); // the first token is there, and its owner has not woken up

        assertThat(world.limiter.tryAcquire()).isFalse();
        CompletableFuture<Duration> second = beginToWait(world, 2);

        world.advance(seconds(1));
        assertThat(ran(first)).isLessThanOrEqualTo(ran(second));
        assertThat(ran(second)).isEqualTo(seconds(2));
    }

    @Test
    void aTokenThatCannotComeInTimeIsRefusedAtOnceAndLeavesNoDebt() throws InterruptedException {
        World world = empty();
        for (int i = 1; i <= 3; i++) {
            beginToWait(world, i);
        }

        for (int i = 0; i < 5; i++) {
            assertThat(rejected(world).retryAfter()).contains(seconds(4));
        }

        world.advance(seconds(1));
        world.waits.awaitWaiting(2);
        CompletableFuture<Duration> next = beginToWait(world, 3);
        world.advance(seconds(3));
        assertThat(ran(next)).isEqualTo(seconds(4));
    }

    @Test
    void nobodyWaitsForLongerThanTheTimeout() throws InterruptedException {
        World world = world(b -> b.maxTokens(1).refillRate(100).timeout(Duration.ofMillis(25)));
        pass(world);
        beginToWait(world, 1);
        beginToWait(world, 2);

        assertThat(rejected(world).retryAfter()).contains(Duration.ofMillis(30));
        assertThat(world.waits.waits()).containsExactly(Duration.ofMillis(10), Duration.ofMillis(20));
    }

    @Test
    void whileOthersWaitNoTokenIsAvailable() throws InterruptedException {
        World world = empty();
        beginToWait(world, 1);
        beginToWait(world, 2);

        assertThat(world.limiter.availableTokens()).isZero();
        world.clock.step(seconds(2));
        assertThat(world.limiter.availableTokens()).isZero();
        world.clock.step(seconds(1));
        assertThat(world.limiter.availableTokens()).isEqualTo(1);
    }

    @Test
    void aTokenThatComesAtTheDeadlineComesTooLate() {
        World world = empty();

        try (Deadline.Scope scope = Deadline.open(world.clock, seconds(1))) {
            assertThat(rejectedOnThisThread(world).retryAfter()).contains(seconds(1));
        }
        assertThat(world.waits.waits()).isEmpty();
    }

    @Test
    void aDeadlineThatEndsWithTheTimeoutIsStillADeadline() throws InterruptedException {
        World world = empty();
        beginToWait(world, 1);
        beginToWait(world, 2);

        try (Deadline.Scope scope = Deadline.open(world.clock, seconds(3))) {
            assertThat(rejectedOnThisThread(world).retryAfter()).contains(seconds(3));
        }
        assertThat(world.waits.waits()).hasSize(2);
    }

    @Test
    void aTokenThatComesJustBeforeTheDeadlineIsWaitedFor() throws InterruptedException {
        World world = empty();
        CompletableFuture<Duration> call;

        try (Deadline.Scope scope = Deadline.open(world.clock, seconds(1).plus(NANO))) {
            Deadline deadline = Deadline.current();
            call = CompletableFuture.supplyAsync(
                            () -> deadline.with(() -> beginHere(world)), task -> new Thread(task).start())
                    .thenCompose(begun -> begun);
        }
        world.waits.awaitWaiting(1);
        world.advance(seconds(1));

        assertThat(ran(call)).isEqualTo(seconds(1));
    }

    @Test
    void aTokenThatIsThereIsTakenEvenIfTheDeadlineIsOver() {
        World world = world(WaitingBehaviourTest::threeSeconds);

        try (Deadline.Scope scope = Deadline.open(world.clock, Duration.ZERO)) {
            assertThat(ran(beginHere(world))).isZero();
        }
    }

    @Test
    void aLongTimeoutOnlyMeansALongWait() throws InterruptedException {
        World world = world(b -> b.maxTokens(1).refillRate(0.0001).timeout(Duration.ofNanos(Long.MAX_VALUE)));
        pass(world);

        CompletableFuture<Duration> call = beginToWait(world, 1);

        assertThat(world.waits.waits()).containsExactly(seconds(10_000));
        world.clock.step(seconds(9_999));
        world.advance(seconds(1));
        assertThat(ran(call)).isEqualTo(seconds(10_000));
    }

    @Test
    void newSettingsDoNotMoveThoseWhoWait() throws InterruptedException {
        World world = empty();
        CompletableFuture<Duration> first = beginToWait(world, 1);

        world.reconfigure(b -> b.refillRate(4));
        CompletableFuture<Duration> second = beginToWait(world, 2);

        world.advance(Duration.ofMillis(500));
        assertThat(ran(second)).isEqualTo(Duration.ofMillis(500));
        world.advance(Duration.ofMillis(500));
        assertThat(ran(first)).isEqualTo(seconds(1));
    }
}
