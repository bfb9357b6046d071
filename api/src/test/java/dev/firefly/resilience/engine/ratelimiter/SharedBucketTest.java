package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.Operation;
import dev.firefly.resilience.tck.kit.WriteFault;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bucket that several nodes share. */
@Timeout(120)
class SharedBucketTest {
    private static final Duration HARDLY = Duration.ofMillis(20);

    private static World node(UnaryOperator<RateLimiterConfig.Builder> settings) {
        return new World(Place.STORE, settings);
    }

    @Test
    void allNodesTogetherGetWhatTheBucketHolds() {
        World one = node(b -> b.maxTokens(4).refillRate(1));
        World two = one.otherNode();

        assertThat(one.limiter.tryAcquire(3)).isTrue();
        assertThat(two.limiter.availableTokens()).isEqualTo(1);
        assertThat(two.limiter.tryAcquire(2)).isFalse();
        assertThat(two.limiter.tryAcquire()).isTrue();

        assertThat(one.limiter.tryAcquire()).isFalse();
        one.clock.step(Duration.ofSeconds(1));
        assertThat(one.limiter.tryAcquire() ^ two.limiter.tryAcquire()).isTrue();
    }

    @Test
    void manyThreadsOnManyNodesNeverGetMore() throws InterruptedException {
        World one = node(b -> b.maxTokens(200).refillRate(1));
        World[] nodes = {one, one.otherNode(), one.otherNode(b -> b.reserve(7)), one.otherNode(b -> b.reserve(20))};
        AtomicInteger taken = new AtomicInteger();

        Threads.together(8, number -> {
            while (nodes[number % 4].limiter.tryAcquire()) {
                taken.incrementAndGet();
            }
        });

        // what one node has in reserve at the end, when its threads have gone, nobody has taken
        long inReserve = nodes[2].limiter.availableTokens() + nodes[3].limiter.availableTokens();
        assertThat(taken.get() + inReserve).isEqualTo(200);
    }

    @Test
    void waitersOfAllNodesAreServedInTheOrderTheyCame() throws InterruptedException {
        World one = node(b -> b.maxTokens(1).refillRate(1).timeout(Duration.ofSeconds(9)));
        World two = one.otherNode();
        one.limiter.acquire();
        CompletableFuture<String> first = callAsync(one);
        one.waits.awaitWaiting(1);
        CompletableFuture<String> second = callAsync(two);
        two.waits.awaitWaiting(1);

        assertThat(one.waits.waits()).containsExactly(Duration.ofSeconds(1));
        assertThat(two.waits.waits()).containsExactly(Duration.ofSeconds(2));
        one.advance(Duration.ofSeconds(1));
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
    }

    private static CompletableFuture<String> callAsync(World world) {
        return world.limiter
                .callAsync(() -> CompletableFuture.completedFuture("done"))
                .toCompletableFuture();
    }

    @Test
    void whatIsUsedUpIsStillSoAfterANodeHasRestarted() {
        World one = node(b -> b.maxTokens(10).refillRate(0.01));
        one.drain();
        one.cells.close();
        one.clock.step(Duration.ofSeconds(5));

        World again = one.otherNode();

        assertThat(again.limiter.tryAcquire()).isFalse();
    }

    @Test
    void theTokensOfANodeThatDiesWhileItWaitsAreLostAndNotMinted() throws InterruptedException {
        World one = node(b -> b.maxTokens(1).refillRate(1).timeout(Duration.ofSeconds(9)));
        World two = one.otherNode();
        one.limiter.acquire();
        callAsync(one);
        one.waits.awaitWaiting(1);
        one.cells.close();

        two.clock.step(Duration.ofSeconds(1));
        assertThat(two.limiter.tryAcquire()).isFalse();
        two.clock.step(Duration.ofSeconds(1));
        assertThat(two.limiter.tryAcquire()).isTrue();
    }

    @Test
    void aCallThatTheSnapshotRefusesDoesNotTouchTheStore() {
        World world = node(b -> b.maxTokens(1).refillRate(1));
        world.drain();
        world.store.forgetCalls();

        for (int i = 0; i < 100; i++) {
            assertThat(world.limiter.tryAcquire()).isFalse();
            assertThat(callAsync(world)).isCompletedExceptionally();
        }

        assertThat(world.store.calls()).isEmpty();
    }

    @Test
    void theFirstCallOfANodeDecidesOnTheRecordWithoutAReadOfItsOwn() {
        World one = node(b -> b.maxTokens(1).refillRate(1));
        one.limiter.acquire();
        World two = one.otherNode();

        assertThat(two.limiter.tryAcquire()).isFalse();

        assertThat(two.store.count(Operation.READ)).isZero();
        assertThat(two.store.count(Operation.LOCK)).isEqualTo(1);
        assertThat(two.store.count(Operation.WRITE)).isZero();
    }

    @Test
    void buildingALimiterDoesNotTouchTheStore() {
        World world = node(b -> b.reserve(5));
        world.limiter("y");

        assertThat(world.store.calls()).isEmpty();
    }

    @Test
    void whoeverIsToldOfALockTimeoutHasTakenNothing() throws Exception {
        World world = new World(Place.STORE, b -> b.maxTokens(3).refillRate(1), HARDLY);
        World other = world.otherNode();
        try (AutoCloseable lock = world.store.lockElsewhere(World.KEY)) {
            assertThatThrownBy(() -> world.limiter.call(() -> "never"))
                    .isInstanceOfSatisfying(StoreUnavailableException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT);
                        assertThat(failure.instance()).isEqualTo("x");
                    });
        }

        assertThat(other.drain()).isEqualTo(3);
    }

    @Test
    void whatWasTakenForSomebodyWhoHasGivenUpGoesBack() throws Exception {
        World world = new World(Place.STORE, b -> b.maxTokens(3).refillRate(1), HARDLY);
        World other = world.otherNode();
        try (Gate gate = world.store.hold(Operation.WRITE)) {
            CompletableFuture<String> call = callAsync(world);
            gate.awaitSomebody();
            world.advance(HARDLY);
            assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(StoreUnavailableException.class);
        }

        awaitAvailable(other, 3);
    }

    /** Giving back happens behind the scenes: asks until the tokens are there, which ends with the test's time. */
    private static void awaitAvailable(World world, int tokens) {
        while (world.limiter.availableTokens() != tokens) {
            world.awaitWritten();
        }
    }

    @Test
    void anAsynchronousCallIsNotHeldUpAndFailsWhenTheStoreDoesNotDecide() throws Exception {
        World world = new World(Place.STORE, b -> b.maxTokens(3).refillRate(1), HARDLY);
        try (AutoCloseable lock = world.store.lockElsewhere(World.KEY)) {
            CompletableFuture<String> call = callAsync(world);
            assertThat(call).isNotDone();

            world.advance(HARDLY);

            assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(StoreUnavailableException.class);
        }
        assertThat(world.otherNode().drain()).isEqualTo(3);
    }

    @Test
    void aCallThatIsCancelledWhileTheStoreIsAskedHasTakenNothing() throws Exception {
        World world = node(b -> b.maxTokens(3).refillRate(1));
        World other = world.otherNode();
        AtomicInteger started = new AtomicInteger();
        CompletableFuture<Integer> call;
        try (Gate gate = world.store.hold(Operation.WRITE)) {
            call = world.limiter
                    .callAsync(() -> CompletableFuture.completedFuture(started.incrementAndGet()))
                    .toCompletableFuture();
            gate.awaitSomebody();
            call.cancel(true);
        }

        awaitAvailable(other, 3);
        assertThat(started).hasValue(0);
    }

    @Test
    void aWriteThatFailedEndsTheCallAndTakesNothing() throws InterruptedException {
        World world = node(b -> b.maxTokens(3).refillRate(1));
        world.store.breakNextWrite(WriteFault.THROWS_BEFORE);

        assertThatThrownBy(() -> world.limiter.tryAcquire())
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_UNAVAILABLE));

        assertThat(world.otherNode().drain()).isEqualTo(3);
    }

    @Test
    void theTimeTheStoreTookIsTakenOffTheWait() throws Exception {
        World world = node(b -> b.maxTokens(1).refillRate(1).timeout(Duration.ofSeconds(5)));
        world.limiter.acquire();
        // the record is judged before it is written; the answer arrives when the clock has moved
        try (Gate gate = world.store.hold(Operation.WRITE)) {
            callAsync(world);
            gate.awaitSomebody();
            world.clock.step(Duration.ofMillis(400));
        }
        world.waits.awaitWaiting(1);

        assertThat(world.waits.waits()).containsExactly(Duration.ofMillis(600));
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
    void newSettingsAreNoMismatch() throws Exception {
        World world = node(b -> b.maxTokens(10).refillRate(1));
        world.drain();
        try (LogWatch log = new LogWatch("dev.firefly.resilience.ratelimiter")) {
            world.reconfigure(b -> b.refillRate(10));
            world.limiter.tryAcquire();
            world.awaitWritten();
            world.clock.step(Duration.ofSeconds(1));
            assertThat(world.drain()).isEqualTo(10);

            assertThat(log.lines()).isEmpty();
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

    @Test
    void aRecordThatCannotBeReadIsAFullBucket() {
        World world = node(b -> b.maxTokens(2).refillRate(1));
        world.store.put(World.KEY, new byte[] {1, 2, 3});

        assertThat(world.drain()).isEqualTo(2);
        assertThat(world.otherNode().drain()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aWaitThatEndsTooLateBecauseTheStoreTookItsTimeIsRefused(Form form) throws Exception {
        World world = node(b -> b.maxTokens(1).refillRate(1).timeout(Duration.ofSeconds(5)));
        World other = world.otherNode();
        world.limiter.acquire();
        CompletableFuture<String> call;
        try (Gate gate = world.store.hold(Operation.LOCK)) {
            call = CompletableFuture.supplyAsync(() -> underDeadline(world, form), task -> new Thread(task).start())
                    .thenCompose(begun -> begun);
            gate.awaitSomebody();
            callAsync(other);
            other.waits.awaitWaiting(1);
            world.clock.step(Duration.ofMillis(600));
        }

        // 1.4 s to wait, where 0.9 s are left of 1.5
        assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(RateLimitExceededException.class)
                .hasMessageContaining("PT1.4S");
        assertThat(world.waits.waits()).isEmpty();
        world.awaitWritten();
        other.clock.step(Duration.ofMillis(1_400));
        assertThat(other.limiter.tryAcquire()).isTrue();
    }

    private static CompletableFuture<String> underDeadline(World world, Form form) {
        try (Deadline.Scope scope = Deadline.open(world.clock, Duration.ofMillis(1_500))) {
            return form.beginHere(world.limiter, () -> "never");
        }
    }
}
