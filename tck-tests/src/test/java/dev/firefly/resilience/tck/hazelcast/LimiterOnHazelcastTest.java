package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A bucket of tokens in a map of Hazelcast; it refills so slowly that none comes while a test runs. */
@ParameterizedClass
@EnumSource(OnHazelcast.Seat.class)
class LimiterOnHazelcastTest extends OnHazelcast {
    private static final int BURST = 8;

    private final CountingStore store = here();
    private final CountingStore otherStore = there();
    private ResilienceRegistry registry;
    private ResilienceRegistry otherRegistry;

    LimiterOnHazelcastTest(Seat seat) {
        super(seat);
    }

    private RateLimiter limiter(UnaryOperator<RateLimiterConfig.Builder> settings) {
        RateLimiterConfig config = settings.apply(
                        RateLimiterConfig.builder().maxTokens(BURST).refillRate(0.000_1))
                .build();
        registry = Resilience.builder().store(store).rateLimiter(name, config).build();
        otherRegistry =
                Resilience.builder().store(otherStore).rateLimiter(name, config).build();
        return registry.rateLimiter(name);
    }

    private RateLimiter otherLimiter() {
        return otherRegistry.rateLimiter(name);
    }

    @AfterEach
    void close() {
        registry.close();
        otherRegistry.close();
    }

    private static long taken(RateLimiter limiter) {
        return IntStream.range(0, 2 * BURST).filter(i -> limiter.tryAcquire()).count();
    }

    @Test
    void twoNodesTakeFromOneBucket() {
        RateLimiter here = limiter(settings -> settings);
        here.acquire(BURST - 3);

        assertThat(taken(otherLimiter())).isEqualTo(3);
        assertThat(here.tryAcquire()).isFalse();
    }

    @Test
    void asynchronousCallsTakeFromItToo() {
        RateLimiter here = limiter(settings -> settings);
        for (int i = 0; i < BURST; i++) {
            RateLimiter either = i % 2 == 0 ? here : otherLimiter();
            assertThat(either.callAsync(() -> CompletableFuture.completedStage("well"))
                            .toCompletableFuture()
                            .join())
                    .isEqualTo("well");
        }

        assertThatThrownBy(() -> otherLimiter()
                        .callAsync(() -> CompletableFuture.completedStage("late"))
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void aCallerIsToldHowLongTheNextTokenTakes() {
        RateLimiter here = limiter(settings -> settings.refillRate(0.01));
        here.acquire(BURST);

        assertThatThrownBy(here::acquire)
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.retryAfter().orElseThrow())
                                .isBetween(Duration.ofSeconds(70), Duration.ofSeconds(100)));
    }

    @Test
    void aRejectionDoesNotReachForTheGridAtAll() {
        RateLimiter here = limiter(settings -> settings);
        here.acquire(BURST);
        int written = store.writes();
        for (int i = 0; i < 10_000; i++) {
            assertThat(here.tryAcquire()).isFalse();
        }

        assertThat(store.operationsOf(Thread.currentThread())).isZero();
        assertThat(store.writes()).isEqualTo(written);
    }

    @Test
    void whatOneNodeHasInReserveItTakesWithoutAskingAndIsTakenFromTheBucket() {
        RateLimiter here = limiter(settings -> settings.reserve(BURST / 2));
        here.acquire();
        int written = store.writes();

        for (int i = 1; i < BURST / 2; i++) {
            here.acquire();
        }

        assertThat(store.writes()).as("one batch serves four calls").isEqualTo(written);
        assertThat(taken(otherLimiter())).isEqualTo(BURST / 2);
    }

    @Test
    void whoWasToldLockTimeoutHoldsNothing() throws InterruptedException {
        RateLimiter here = limiter(settings -> settings);
        here.acquire();
        whileLocked(
                "rate-limiter",
                () -> assertThatThrownBy(here::acquire)
                        .isInstanceOfSatisfying(
                                StoreUnavailableException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT)));

        assertThat(taken(otherLimiter())).isEqualTo(BURST - 1);
    }
}
