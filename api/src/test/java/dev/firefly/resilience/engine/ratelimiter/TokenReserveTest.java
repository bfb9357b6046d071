package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.ManualClock;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node takes tokens in batches. */
@Timeout(120)
class TokenReserveTest {
    private static World node(UnaryOperator<RateLimiterConfig.Builder> settings) {
        return new World(Place.STORE, settings);
    }

    private static World tens() {
        return node(b -> b.maxTokens(100).refillRate(0.5).reserve(10));
    }

    private static CompletableFuture<String> callAsync(World world) {
        return world.limiter
                .callAsync(() -> CompletableFuture.completedFuture("done"))
                .toCompletableFuture();
    }

    @Test
    void oneVisitToTheStoreServesABatchOfCalls() throws Exception {
        World world = tens();
        callAsync(world).get(1, TimeUnit.MINUTES);
        assertThat(world.store.count(Operation.LOCK)).isEqualTo(1);

        for (int i = 1; i < 10; i++) {
            assertThat(world.limiter.call(() -> "done")).isEqualTo("done");
            assertThat(world.store.count(Operation.LOCK)).isEqualTo(1);
        }

        assertThat(world.limiter.tryAcquire()).isTrue();
        assertThat(world.store.count(Operation.LOCK)).isEqualTo(2);
    }

    @Test
    void whatIsInReserveIsAvailableHereAndNowhereElse() {
        World world = node(b -> b.maxTokens(10).refillRate(0.1).reserve(8));
        World other = world.otherNode();
        world.limiter.acquire();

        assertThat(world.limiter.availableTokens()).isEqualTo(9);
        assertThat(other.limiter.availableTokens()).isEqualTo(2);
        assertThat(other.drain()).isEqualTo(2);
        assertThat(world.drain()).isEqualTo(7);
        assertThat(world.limiter.tryAcquire()).isFalse();
    }

    @Test
    void aBatchTakesNoMoreThanIsThere() {
        World world = node(b -> b.maxTokens(10).refillRate(0.1).reserve(8));
        World other = world.otherNode(b -> b.reserve(1));
        assertThat(other.limiter.tryAcquire(7)).isTrue();

        assertThat(world.drain()).isEqualTo(3);
        assertThat(other.limiter.tryAcquire()).isFalse();
    }

    @Test
    void aCallThatHasToWaitTakesOnlyWhatItNeeds() throws InterruptedException {
        World world = node(b -> b.maxTokens(10).refillRate(1).reserve(8).timeout(Duration.ofSeconds(5)));
        assertThat(world.drain()).isEqualTo(10);

        CompletableFuture<String> call = callAsync(world);
        world.waits.awaitWaiting(2); // the call, and the watch over the reserve

        assertThat(call).isNotDone();
        world.advance(Duration.ofSeconds(1));
        assertThat(call).isCompleted();
        assertThat(world.limiter.tryAcquire()).isFalse();
        world.advance(Duration.ofSeconds(1));
        assertThat(world.limiter.tryAcquire()).isTrue();
    }

    @Test
    void whatIsInReserveCountsForACallThatNeedsSeveral() {
        World world = node(b -> b.maxTokens(10).refillRate(0.1).reserve(4));
        world.limiter.acquire(); // three in reserve, six in the bucket

        assertThat(world.limiter.tryAcquire(9)).isTrue();
        assertThat(world.limiter.tryAcquire()).isFalse();
    }

    @Test
    void aRefusedCallThatNeedsSeveralLeavesTheReserveAsItIs() {
        World world = node(b -> b.maxTokens(10).refillRate(0.1).reserve(4));
        World other = world.otherNode(b -> b.reserve(1));
        world.limiter.acquire();
        assertThat(other.drain()).isEqualTo(6);

        assertThat(world.limiter.tryAcquire(4)).isFalse();

        world.store.forgetCalls();
        assertThat(world.limiter.tryAcquire(3)).isTrue();
        assertThat(world.store.calls()).isEmpty();
    }

    @Test
    void whatNobodyUsesForASecondGoesBack() {
        World world = tens();
        World other = world.otherNode();
        world.limiter.acquire();
        world.advance(Duration.ofMillis(700));
        world.limiter.acquire();

        world.advance(Duration.ofMillis(999));
        assertThat(other.limiter.availableTokens()).isEqualTo(90);
        world.advance(Duration.ofMillis(1));
        world.awaitWritten();

        assertThat(other.limiter.availableTokens()).isEqualTo(98);
        assertThat(world.waits.waiting()).isZero();
    }

    @Test
    void oneTimerRunsWhileSomethingIsInReserveAndNoneElse() {
        World world = tens();
        assertThat(world.waits.waiting()).isZero();
        for (int i = 0; i < 9; i++) {
            world.limiter.acquire();
            assertThat(world.waits.waiting()).isEqualTo(1);
        }
        world.limiter.acquire();

        world.advance(Duration.ofSeconds(1));
        assertThat(world.waits.waiting()).isZero();
        assertThat(world.waits.waits()).hasSize(1);

        world.limiter.acquire();
        assertThat(world.waits.waiting()).isEqualTo(1);
    }

    @Test
    void aReserveVanishesAsTheBucketFillsUpSoThatItDoesNotComeOnTop() {
        World world = node(b -> b.maxTokens(10).refillRate(10).reserve(10));
        world.limiter.acquire(); // nine in reserve, and the bucket is empty

        world.clock.step(Duration.ofMillis(500));
        assertThat(world.limiter.availableTokens()).isEqualTo(5 + 5);
        world.clock.step(Duration.ofMillis(400));
        assertThat(world.limiter.availableTokens()).isEqualTo(1 + 9);

        assertThat(world.drain()).isEqualTo(10);
    }

    @Test
    void whileOneCallFetchesABatchOthersFetchWhatTheyNeed() throws Exception {
        World world = tens();
        CompletableFuture<String> first;
        CompletableFuture<String> second;
        try (Gate gate = world.store.hold(Operation.LOCK)) {
            first = callAsync(world);
            gate.awaitSomebody();
            second = callAsync(world);
        }
        first.get(1, TimeUnit.MINUTES);
        second.get(1, TimeUnit.MINUTES);

        assertThat(world.store.count(Operation.WRITE)).isEqualTo(1);
        assertThat(world.otherNode(b -> b.reserve(1)).drain()).isEqualTo(89);
    }

    @Test
    void manyThreadsGetWhatTheBucketHoldsAndNoMore() throws InterruptedException {
        World world = node(b -> b.maxTokens(1_000).refillRate(0.1).reserve(16));
        AtomicInteger taken = new AtomicInteger();

        Threads.together(4, number -> {
            while (world.limiter.tryAcquire()) {
                taken.incrementAndGet();
            }
        });

        assertThat(taken.get() + world.limiter.availableTokens()).isEqualTo(1_000);
    }

    @Test
    void newSettingsGiveBackWhatWasTakenOnOthers() {
        World world = tens();
        World other = world.otherNode(b -> b.reserve(1));
        world.limiter.acquire();

        world.reconfigure(b -> b.refillRate(0.7).reserve(20));
        assertThat(world.limiter.tryAcquire(10)).isTrue();
        world.awaitWritten();

        // eleven used, ten in the new reserve
        assertThat(world.limiter.availableTokens()).isEqualTo(89);
        assertThat(other.limiter.availableTokens()).isEqualTo(79);
    }

    @Test
    void withoutAReserveWhatIsLeftOfItGoesBack() {
        World world = tens();
        World other = world.otherNode(b -> b.reserve(1));
        world.limiter.acquire();

        world.reconfigure(b -> b.reserve(1));
        world.limiter.acquire();
        world.advance(Duration.ofSeconds(1));
        world.awaitWritten();

        assertThat(other.limiter.availableTokens()).isEqualTo(98);
    }

    @Test
    void inMemoryThereIsNoReserve() {
        World world = new World(Place.MEMORY, b -> b.maxTokens(10).reserve(5));
        world.limiter.acquire();

        assertThat(world.waits.waiting()).isZero();
        assertThat(world.limiter.availableTokens()).isEqualTo(9);
    }

    @Test
    void aBatchCountsItsPlacesInTheBucket() {
        Scale scale = new Scale(1, 1_000);
        Batch batch = new Batch(scale, 5, 7_500, ManualClock.START);

        assertThat(batch.left(ManualClock.START)).isEqualTo(5);
        assertThat(batch.left(ManualClock.START + 2_500)).isEqualTo(5);
        assertThat(batch.left(ManualClock.START + 2_501)).isEqualTo(4);
        assertThat(batch.without(2, ManualClock.START + 2_501).left(ManualClock.START + 2_501))
                .isEqualTo(2);
        assertThat(batch.left(ManualClock.START + 7_500)).isZero();
        assertThat(batch.without(5, ManualClock.START)).isSameAs(Batch.NONE);
        assertThat(batch.left(ManualClock.START - 1_000_000_000)).isEqualTo(5);
    }
}
