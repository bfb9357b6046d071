package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.engine.state.Step;
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

/** The store of a shared bucket is slow, or fails, or holds what nobody wrote. */
@Timeout(120)
class SharedBucketFaultsTest {
    private static final Duration HARDLY = Duration.ofMillis(20);

    private static World node(UnaryOperator<RateLimiterConfig.Builder> settings) {
        return new World(Place.STORE, settings);
    }

    private static CompletableFuture<String> callAsync(World world) {
        return world.limiter
                .callAsync(() -> CompletableFuture.completedFuture("done"))
                .toCompletableFuture();
    }

    /** Giving back happens behind the scenes: asks until the tokens are there, which ends with the test's time. */
    private static void awaitAvailable(World world, int tokens) {
        while (world.limiter.availableTokens() != tokens) {
            world.awaitWritten();
        }
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

        world.awaitWritten(); // what was taken
        world.awaitWritten(); // and what went back
        assertThat(other.limiter.availableTokens()).isEqualTo(3);
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
    void aRecordFromTheFutureLocksNobodyOut() {
        World world = node(b -> b.maxTokens(1).refillRate(1));
        Scale scale = Terms.of(world.config, 1).meter().scale();
        world.cell()
                .update(
                        (bucket, now) -> new Step<>(
                                new TokenBucket(now + Duration.ofDays(1).toNanos(), scale.units(1), scale, 1), true),
                        world.cell().patience(),
                        change -> {});

        assertThat(world.limiter.tryAcquire()).isFalse();
        world.clock.step(Duration.ofSeconds(1));

        assertThat(world.limiter.tryAcquire()).isTrue();
        assertThat(world.limiter.tryAcquire()).isFalse();
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
                .hasMessageContaining("1.4s");
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
