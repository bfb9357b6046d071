package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A batch that cannot be fetched, is fetched for nobody, or outlives those it is for. */
@Timeout(120)
class TokenReserveFaultsTest {
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
    void aFetchThatFailsLeavesTheReserveAsItIs() throws Exception {
        World world =
                new World(Place.STORE, b -> b.maxTokens(10).refillRate(0.1).reserve(4), Duration.ofMillis(20));
        World other = world.otherNode(b -> b.reserve(1));
        acquire(world);
        try (AutoCloseable lock = world.store.lockElsewhere(World.KEY)) {
            assertThatThrownBy(() -> world.limiter.tryAcquire(5)).isInstanceOf(StoreUnavailableException.class);
        }

        assertThat(other.drain()).isEqualTo(6);
        assertThat(world.limiter.tryAcquire(3)).isTrue();
    }

    /** Takes one token, however long the machine needs for it. */
    private static void acquire(World world) throws Exception {
        callAsync(world).get(1, TimeUnit.MINUTES);
    }

    @Test
    void aBatchForSomebodyWhoHasGivenUpGoesBackWhole() throws Exception {
        World world =
                new World(Place.STORE, b -> b.maxTokens(10).refillRate(0.1).reserve(4), Duration.ofMillis(20));
        World other = world.otherNode(b -> b.reserve(1));
        try (Gate gate = world.store.hold(Operation.WRITE)) {
            CompletableFuture<String> call = callAsync(world);
            gate.awaitSomebody();
            world.advance(Duration.ofMillis(20));
            assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(StoreUnavailableException.class);
        }

        while (other.limiter.availableTokens() != 10) {
            other.awaitWritten();
        }
    }

    @Test
    void whatGoesBackForSomebodyWhoHasGivenUpIsWithoutTheReserveThatIsHeldOn() {
        World world = node(b -> b.maxTokens(10).refillRate(0.1).reserve(4));
        World other = world.otherNode(b -> b.reserve(1));
        ForsakenCells cells = new ForsakenCells(world.cells);
        StoredRateLimiter limiter = world.limiterThrough(cells);
        limiter.acquire(); // three in reserve, six in the bucket
        cells.forsakeNext();

        // gives three back and takes five, for nothing
        assertThatThrownBy(() -> limiter.tryAcquire(5)).isInstanceOf(StoreUnavailableException.class);
        world.awaitWritten();

        assertThat(other.limiter.availableTokens()).isEqualTo(6);
        assertThat(limiter.availableTokens()).isEqualTo(9);
        assertThat(limiter.tryAcquire(3)).isTrue();
        assertThat(other.drain()).isEqualTo(6);
    }

    @Test
    void theReserveOfANodeThatDiesIsLostAndNotMinted() {
        World world = tens();
        World other = world.otherNode(b -> b.reserve(1));
        world.limiter.acquire();
        world.cells.close();

        assertThat(other.drain()).isEqualTo(90);
    }

    @Test
    void aClockThatIsClosedAndHasEverythingFallDueGivesTheReserveBackAtOnce() {
        World world = tens();
        world.limiter.tryAcquire(20);
        List<Runnable> due = new ArrayList<>();
        Clock closed = new WaitingClock(world.clock) {
            @Override
            public Cancellation schedule(long nanos, Runnable action) {
                due.add(action);
                return () -> {};
            }
        };
        Terms terms = Terms.of(world.config, 1);
        TokenReserve reserve = new TokenReserve(closed, world.cell());
        reserve.beginFetch(terms.meter().scale());
        reserve.fetched(new Batch(terms.meter().scale(), 7, terms.meter().units(20), world.clock.nanos()));

        due.get(0).run();
        world.awaitWritten();

        assertThat(due).hasSize(1);
        assertThat(reserve.size()).isZero();
        assertThat(world.limiter.availableTokens()).isEqualTo(87);
    }
}
