package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RefreshTest {
    private final ManualTime time = new ManualTime();
    private final ChangingSettings settings = new ChangingSettings().set("store.type", "memory");
    private ResilienceRegistry registry;

    private ResilienceRegistry start() {
        return start(Runnable::run);
    }

    private ResilienceRegistry start(Executor executor) {
        registry = Resilience.builder()
                .settings(settings)
                .clock(time)
                .executor(executor)
                .build();
        return registry;
    }

    @AfterEach
    void close() {
        registry.close();
    }

    private static void fail(CircuitBreaker breaker, int times) {
        for (int i = 0; i < times; i++) {
            breaker.permit().recordFailure();
        }
    }

    @Test
    void newValuesReachInstancesThatAreInUse() {
        settings.set("retry.a.max-attempts", "2").set("time-limiter.a.timeout", "1s");
        Retry retry = start().retry("a");
        TimeLimiter limiter = registry.timeLimiter("a");
        settings.set("retry.a.max-attempts", "5").set("time-limiter.a.timeout", "2s");
        assertThat(retry.config().maxAttempts()).as("before the refresh").isEqualTo(2);

        registry.refresh();

        assertThat(retry.config().maxAttempts()).isEqualTo(5);
        assertThat(limiter.config().timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(registry.retry("a")).isSameAs(retry);
    }

    @Test
    void aWindowIsKept() {
        settings.set("circuit-breaker.a.failure-threshold", "5");
        CircuitBreaker breaker = start().circuitBreaker("a");
        fail(breaker, 3);
        settings.set("circuit-breaker.a.failure-threshold", "4");

        registry.refresh();

        assertThat(breaker.state().phase()).isEqualTo(Phase.CLOSED);
        fail(breaker, 1);
        assertThat(breaker.state().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void manualStatesAreKept() {
        CircuitBreaker breaker = start().circuitBreaker("a");
        breaker.forceOpen();
        settings.set("circuit-breaker.a.failure-threshold", "4");

        registry.refresh();

        assertThat(breaker.state().phase()).isEqualTo(Phase.FORCED_OPEN);
    }

    @Test
    void tokensThatWereTakenStayTaken() {
        settings.set("rate-limiter.a.max-tokens", "10").set("rate-limiter.a.refill-rate", "1");
        RateLimiter limiter = start().rateLimiter("a");
        limiter.acquire(8);
        settings.set("rate-limiter.a.refill-rate", "2");

        registry.refresh();

        assertThat(limiter.availableTokens()).isEqualTo(2);
        limiter.acquire();
        time.moveBy(Duration.ofSeconds(1));
        assertThat(limiter.availableTokens()).isEqualTo(3);
    }

    @Test
    void permitsThatAreOutStayOut() {
        settings.set("bulkhead.a.max-concurrent", "3");
        Bulkhead bulkhead = start().bulkhead("a");
        bulkhead.acquire();
        bulkhead.acquire();
        settings.set("bulkhead.a.max-concurrent", "1");

        registry.refresh();

        assertThat(bulkhead.tryAcquire()).isEmpty();
        bulkhead.release();
        assertThat(bulkhead.tryAcquire()).isEmpty();
        bulkhead.release();
        assertThat(bulkhead.tryAcquire()).isPresent();
    }

    @Test
    void aCallThatHasBegunEndsUnderTheSettingsItBeganWith() {
        settings.set("retry.a.max-attempts", "3");
        Retry retry = start().retry("a");
        int[] attempts = {0};

        assertThatThrownBy(() -> retry.call(() -> {
                    attempts[0]++;
                    settings.set("retry.a.max-attempts", "1");
                    registry.refresh();
                    throw new IllegalStateException("down");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(attempts[0]).isEqualTo(3);
    }

    @Test
    void whenAnythingIsWrongNothingChanges() {
        settings.set("retry.a.max-attempts", "2").set("circuit-breaker.b.failure-threshold", "3");
        Retry retry = start().retry("a");
        settings.set("retry.a.max-attempts", "5")
                .set("circuit-breaker.b.failure-threshold", "0")
                .set("bulkhead.c.max-wat", "1s");

        assertThatThrownBy(registry::refresh)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("circuit-breaker.b.failure-threshold must be >= 1, was 0")
                .hasMessageContaining("bulkhead.c.max-wat does not exist");

        assertThat(retry.config().maxAttempts()).isEqualTo(2);
        assertThat(registry.circuitBreaker("b").config().failureThreshold()).isEqualTo(3);
    }

    @Test
    void aNameInUseThatIsNoLongerConfiguredIsAProblem() {
        settings.set("retry.a.max-attempts", "2").set("retry.b.max-attempts", "3");
        Retry retry = start().retry("a");
        settings.remove("retry.a.max-attempts");

        assertThatThrownBy(registry::refresh)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("No resilience [retry] instance named [a]. Available: b");

        assertThat(retry.config().maxAttempts()).isEqualTo(2);
    }

    @Test
    void namesThatComeLaterAreThereAfterTheRefresh() {
        settings.set("retry.a.max-attempts", "2");
        start();
        settings.set("retry.b.max-attempts", "3");
        assertThatThrownBy(() -> registry.retry("c")).isInstanceOf(ConfigurationException.class);

        registry.refresh();

        assertThat(registry.retry("b").config().maxAttempts()).isEqualTo(3);
    }

    @Test
    void anInstanceThatIsFirstRequestedDuringARefreshHasTheNewValues() throws Exception {
        settings.set("retry.default.max-attempts", "2");
        start().timeLimiter("a");
        settings.set("retry.default.max-attempts", "5");
        Thread requesting = new Thread(() -> registry.retry("a"));
        settings.whenAskedFor("time-limiter.a.timeout", () -> runAsFarAsItGets(requesting));

        registry.refresh();
        requesting.join();

        assertThat(registry.retry("a").config().maxAttempts()).isEqualTo(5);
    }

    @Test
    void anInstanceThatIsFirstRequestedDuringARefreshThatFailsHasTheFormerValues() throws Exception {
        settings.set("retry.default.max-attempts", "2").set("time-limiter.a.timeout", "1s");
        start().timeLimiter("a");
        settings.set("retry.default.max-attempts", "5")
                .remove("time-limiter.a.timeout")
                .set("time-limiter.b.timeout", "1s");
        Thread requesting = new Thread(() -> registry.retry("a"));
        settings.whenAskedFor("time-limiter.a.timeout", () -> runAsFarAsItGets(requesting));

        assertThatThrownBy(registry::refresh).isInstanceOf(ConfigurationException.class);
        requesting.join();

        assertThat(registry.retry("a").config().maxAttempts()).isEqualTo(2);
    }

    /** Until it has ended, or waits its turn. */
    private static void runAsFarAsItGets(Thread thread) {
        thread.start();
        while (thread.isAlive() && thread.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
        }
    }

    @Test
    void switchingAnInstanceOffLetsItsCallsPass() {
        CircuitBreaker breaker = start().circuitBreaker("a");
        breaker.forceOpen();
        settings.set("circuit-breaker.a.enabled", "false");

        registry.refresh();

        assertThat(breaker.<String, RuntimeException>call(() -> "passed")).isEqualTo("passed");
        assertThat(breaker.callAsync(() -> CompletableFuture.completedStage("passed"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo("passed");
    }

    @Test
    void withAnIntervalTheRegistryRefreshesItself() {
        settings.set("retry.a.max-attempts", "2").set("config.refresh-interval", "10s");
        Retry retry = start().retry("a");
        settings.set("retry.a.max-attempts", "3");

        time.moveBy(Duration.ofSeconds(9));
        assertThat(retry.config().maxAttempts()).isEqualTo(2);
        time.moveBy(Duration.ofSeconds(1));
        assertThat(retry.config().maxAttempts()).isEqualTo(3);
        settings.set("retry.a.max-attempts", "4");
        time.moveBy(Duration.ofSeconds(10));
        assertThat(retry.config().maxAttempts()).isEqualTo(4);
    }

    @Test
    void aConfigurationThatCannotWorkIsTriedAgainAtTheNextInterval() {
        settings.set("retry.a.max-attempts", "2").set("config.refresh-interval", "10s");
        Retry retry = start().retry("a");
        settings.set("retry.a.max-attempts", "none");
        time.moveBy(Duration.ofSeconds(10));
        assertThat(retry.config().maxAttempts()).isEqualTo(2);

        settings.set("retry.a.max-attempts", "3");
        time.moveBy(Duration.ofSeconds(10));

        assertThat(retry.config().maxAttempts()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("failuresOfAnExecutor")
    void anExecutorThatThrowsOnceDoesNotEndRefreshing(Throwable failure) {
        settings.set("retry.a.max-attempts", "2").set("config.refresh-interval", "10s");
        Queue<Throwable> failures = new ArrayDeque<>(List.of(failure));
        Retry retry = start(task -> {
                    if (!failures.isEmpty()) {
                        throw Failures.<RuntimeException>rethrow(failures.remove());
                    }
                    task.run();
                })
                .retry("a");
        settings.set("retry.a.max-attempts", "3");
        time.moveBy(Duration.ofSeconds(10));
        assertThat(retry.config().maxAttempts()).isEqualTo(2);

        time.moveBy(Duration.ofSeconds(10));

        assertThat(retry.config().maxAttempts()).isEqualTo(3);
        assertThat(time.pending()).isOne();
    }

    private static List<Throwable> failuresOfAnExecutor() {
        return List.of(
                new RejectedExecutionException("full"),
                new IllegalStateException("the application has ended"),
                new NoClassDefFoundError("com/acme/Pool"));
    }

    @Test
    void anExecutorThatRunsARefreshAndThrowsAllTheSameDoesNotMakeItTwo() {
        settings.set("config.refresh-interval", "10s");
        start(task -> {
            task.run();
            throw new IllegalStateException("and yet");
        });

        time.moveBy(Duration.ofSeconds(10));

        assertThat(time.pending()).isOne();
    }

    @Test
    void anExecutorThatRefusesATaskAndRunsItAllTheSameDoesNotMakeItTwo() {
        settings.set("config.refresh-interval", "10s");
        List<Runnable> kept = new ArrayList<>();
        start(task -> {
            kept.add(task);
            throw new RejectedExecutionException("full");
        });
        time.moveBy(Duration.ofSeconds(10));

        kept.get(0).run();

        assertThat(time.pending()).isOne();
    }

    @Test
    void anExecutorThatDiscardsARefreshDoesNotEndThem() {
        settings.set("config.refresh-interval", "10s");
        Queue<Runnable> discarded = new ArrayDeque<>();
        Retry retry = start(task -> {
                    if (discarded.isEmpty()) {
                        discarded.add(task);
                    } else {
                        task.run();
                    }
                })
                .retry("a");
        settings.set("retry.default.max-attempts", "5");
        time.moveBy(Duration.ofSeconds(10));
        assertThat(retry.config().maxAttempts()).isEqualTo(3);

        time.moveBy(Duration.ofSeconds(10));

        assertThat(retry.config().maxAttempts()).isEqualTo(5);
        discarded.remove().run(); // it was only late
        assertThat(time.pending()).isOne();
    }

    @Test
    void withoutAnIntervalNoTimerRuns() {
        start();

        assertThat(time.pending()).isZero();
    }

    @Test
    void aClosedRegistryRefreshesItselfNoMore() {
        settings.set("config.refresh-interval", "10s");
        start().close();
        time.moveBy(Duration.ofSeconds(30));

        assertThat(time.pending()).isZero();
    }
}
