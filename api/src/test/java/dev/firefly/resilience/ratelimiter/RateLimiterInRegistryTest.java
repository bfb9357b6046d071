package dev.firefly.resilience.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.store.InMemoryStore;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rate limiters as users get them, on the machine's clock and threads. */
@Timeout(120)
class RateLimiterInRegistryTest {
    /** So slow that no test lasts for a token. */
    private static final RateLimiterConfig SLOW = RateLimiterConfig.builder()
            .maxTokens(5)
            .refillRate(new BigDecimal("0.0001"))
            .build();

    private static final Settings PATIENT =
            Settings.of(Map.of("firefly.resilience.store.lock-block-timeout", "60s"), "test");

    private static ResilienceRegistry sharing(InMemoryStore member, RateLimiterConfig config) {
        return Resilience.builder()
                .settings(PATIENT)
                .store(member)
                .rateLimiter("x", config)
                .build();
    }

    @Test
    void registriesOverOneStoreShareABucket() {
        InMemoryStore store = new InMemoryStore();
        try (ResilienceRegistry one = sharing(store, SLOW);
                ResilienceRegistry two = sharing(store.join(), SLOW)) {
            assertThat(one.rateLimiter("x").tryAcquire(3)).isTrue();
            assertThat(two.rateLimiter("x").tryAcquire(3)).isFalse();
            assertThat(two.rateLimiter("x").tryAcquire(2)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threadsThatUseANameForTheFirstTimeAtOnceShareIt(boolean shared) throws InterruptedException {
        Resilience.Builder builder = Resilience.builder()
                .settings(Settings.of(
                        Map.of(
                                "firefly.resilience.store.lock-block-timeout", "60s",
                                "firefly.resilience.rate-limiter.default.max-tokens", "1",
                                "firefly.resilience.rate-limiter.default.refill-rate", "0.0001"),
                        "test"));
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger arrived = new AtomicInteger();
        try (ResilienceRegistry registry = (shared ? builder.store(new InMemoryStore()) : builder).build()) {
            Threads.together(2, thread -> {
                for (int name = 0; name < 100; name++) {
                    arrived.incrementAndGet();
                    while (arrived.get() < 2 * (name + 1)) {
                        Thread.onSpinWait();
                    }
                    if (registry.rateLimiter("name-" + name).tryAcquire()) {
                        taken.incrementAndGet();
                    }
                }
            });
        }

        assertThat(taken).as("one of each").hasValue(100);
    }

    @Test
    void aRejectionHasAStackTraceWhereTheRegistryIsAskedForThem() {
        Settings settings = Settings.of(Map.of("firefly.resilience.rejections.stack-trace", "true"), "test");
        try (ResilienceRegistry registry =
                Resilience.builder().settings(settings).rateLimiter("x", SLOW).build()) {
            registry.rateLimiter("x").acquire(5);

            assertThatThrownBy(() -> registry.rateLimiter("x").acquire())
                    .isInstanceOfSatisfying(
                            RateLimitExceededException.class,
                            rejected -> assertThat(rejected.getStackTrace()).isNotEmpty());
        }
    }

    @Test
    void aWaitOnTheMachinesClockEndsWhenTheTokenIsThere() throws Exception {
        RateLimiterConfig config = RateLimiterConfig.builder()
                .maxTokens(1)
                .refillRate(100)
                .timeout(Duration.ofMinutes(1))
                .build();
        try (ResilienceRegistry registry =
                Resilience.builder().rateLimiter("x", config).build()) {
            RateLimiter limiter = registry.rateLimiter("x");
            limiter.acquire();

            assertThat(limiter.call(() -> "waited")).isEqualTo("waited");
            assertThat(limiter.callAsync(() -> CompletableFuture.completedFuture("waited too"))
                            .toCompletableFuture()
                            .get(1, TimeUnit.MINUTES))
                    .isEqualTo("waited too");
        }
    }

    @Test
    void aCallThatWaitsWhenItsRegistryIsClosedEndsWithoutItsBody() {
        RateLimiterConfig patient = SLOW.toBuilder().timeout(Duration.ofDays(1)).build();
        ResilienceRegistry registry = Resilience.builder()
                .rateLimiter("x", patient)
                .executor(Runnable::run)
                .build();
        registry.rateLimiter("x").acquire(5);
        AtomicInteger started = new AtomicInteger();
        CompletableFuture<Integer> call = registry.rateLimiter("x")
                .callAsync(() -> CompletableFuture.completedFuture(started.incrementAndGet()))
                .toCompletableFuture();

        registry.close();

        assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(RateLimitExceededException.class);
        assertThat(started).hasValue(0);
    }

    @Test
    void aRegistryThatClosesWithTokensInReserveEndsItsThreads() throws InterruptedException {
        InMemoryStore store = new InMemoryStore();
        List<Thread> before = threads();
        try (ResilienceRegistry other = sharing(store.join(), SLOW)) {
            ResilienceRegistry leaving =
                    sharing(store, SLOW.toBuilder().reserve(4).build());
            leaving.rateLimiter("x").acquire();

            leaving.close();

            assertThat(other.rateLimiter("x").tryAcquire(2)).isFalse();
            assertThat(other.rateLimiter("x").tryAcquire(1)).isTrue();
        }
        Threads.join(
                threads().stream().filter(thread -> !before.contains(thread)).toList());
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("firefly"))
                .toList();
    }
}
