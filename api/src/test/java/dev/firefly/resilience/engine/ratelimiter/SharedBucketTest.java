package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bucket that several nodes share. */
@Timeout(120)
class SharedBucketTest {
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
    void theBodyRunsUnderNoLockOfTheStore() {
        World world = node(b -> b.maxTokens(2).refillRate(1));

        // would wait for the lock, if the call outside held it
        boolean inside = world.limiter.<Boolean, RuntimeException>call(world.limiter::tryAcquire);

        assertThat(inside).isTrue();
        assertThat(world.limiter.tryAcquire()).isFalse();
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
}
