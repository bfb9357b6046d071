package dev.firefly.resilience.tck.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.timelimiter.TimeLimiter;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import dev.firefly.resilience.timelimiter.TimeoutExceededException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of the page on testing; it quotes this file. */
@Timeout(120)
class TestingPageTest {
    private static final Settings IN_MEMORY = Settings.of(Map.of("firefly.resilience.store.type", "memory"), "test");

    private static String charge() throws IOException {
        throw new IOException("The service is down");
    }

    @Test
    void theCircuitOpensAfterTwoFailuresAndLetsAProbeThroughAfterItsWait() {
        ManualClock clock = new ManualClock();
        CircuitBreakerConfig config = CircuitBreakerConfig.after(2).openFor(Duration.ofSeconds(30));
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(IN_MEMORY)
                .clock(clock)
                .circuitBreaker("payments", config)
                .build()) {
            CircuitBreaker breaker = registry.circuitBreaker("payments");
            RecordingListener listener = RecordingListener.on(registry.events());

            assertThatThrownBy(() -> breaker.call(() -> charge())).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> breaker.call(() -> charge())).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> breaker.call(() -> charge())).isInstanceOf(CircuitBreakerOpenException.class);
            assertThat(listener.events(CircuitOpened.class)).hasSize(1);

            clock.advance(Duration.ofSeconds(30));
            assertThat(breaker.<String, RuntimeException>call(() -> "paid")).isEqualTo("paid");
            assertThat(breaker.state().isClosed()).isTrue();
        }
    }

    @Test
    void theRetryWaitsLongerEachTimeWithSomeJitter() {
        ManualClock clock = new ManualClock();
        ScriptedRandom random = new ScriptedRandom(0.5, 0.25);
        RetryConfig config = RetryConfig.builder()
                .maxAttempts(3)
                .waitDuration(Duration.ofMillis(100))
                .backoffMultiplier(2)
                .jitter(Duration.ofMillis(40))
                .build();
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(IN_MEMORY)
                .clock(clock)
                .random(random)
                .retry("payments", config)
                .build()) {
            Retry retry = registry.retry("payments");
            RecordingListener listener = RecordingListener.on(registry.events());

            assertThatThrownBy(() -> retry.call(() -> charge())).isInstanceOf(IOException.class);

            assertThat(clock.sleeps()).containsExactly(Duration.ofMillis(120), Duration.ofMillis(210));
            assertThat(listener.events(RetryAttempted.class)).hasSize(2);
            assertThat(random.left()).isZero();
        }
    }

    @Test
    void whileTheRetryWaitsItsThreadSleeps() throws InterruptedException {
        ManualClock clock = ManualClock.forThreads();
        RetryConfig config =
                RetryConfig.builder().waitDuration(Duration.ofSeconds(5)).build();
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(IN_MEMORY)
                .clock(clock)
                .retry("payments", config)
                .build()) {
            CompletableFuture<Boolean> down = new CompletableFuture<>();
            CompletableFuture<String> call = CompletableFuture.supplyAsync(() -> registry.retry("payments")
                    .call(() -> {
                        if (down.complete(true)) {
                            throw new IllegalStateException("The service is down");
                        }
                        return "paid";
                    }));

            clock.awaitSleepers(1);
            clock.advance(Duration.ofSeconds(4));
            assertThat(call).isNotDone();
            clock.advance(Duration.ofSeconds(1));

            assertThat(call).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("paid");
        }
    }

    @Test
    void theRateLimiterHasATokenAgainAfterASecond() {
        ManualClock clock = new ManualClock();
        RateLimiterConfig config =
                RateLimiterConfig.builder().maxTokens(1).refillRate(1).build();
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(IN_MEMORY)
                .clock(clock)
                .rateLimiter("mail", config)
                .build()) {
            RateLimiter limiter = registry.rateLimiter("mail");
            assertThat(limiter.<String, RuntimeException>call(() -> "sent")).isEqualTo("sent");

            assertThatThrownBy(() -> limiter.call(() -> "sent"))
                    .isInstanceOfSatisfying(
                            RateLimitExceededException.class,
                            rejection -> assertThat(rejection.retryAfter()).contains(Duration.ofSeconds(1)));

            clock.advance(Duration.ofSeconds(1));
            assertThat(limiter.<String, RuntimeException>call(() -> "sent")).isEqualTo("sent");
        }
    }

    @Test
    void theBulkheadIsFullUntilAPermitIsGivenBack() {
        ManualClock clock = new ManualClock();
        BulkheadConfig config = BulkheadConfig.builder().maxConcurrent(1).build();
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(IN_MEMORY)
                .clock(clock)
                .bulkhead("reports", config)
                .build()) {
            Bulkhead bulkhead = registry.bulkhead("reports");
            Optional<Permit> running = bulkhead.tryAcquire();

            assertThatThrownBy(() -> bulkhead.call(() -> "report")).isInstanceOf(BulkheadFullException.class);

            running.orElseThrow().close();
            assertThat(bulkhead.<String, RuntimeException>call(() -> "report")).isEqualTo("report");
        }
    }

    @Test
    void theTimeLimiterFailsTheStageAtItsDeadline() {
        ManualClock clock = new ManualClock();
        TimeLimiterConfig config =
                TimeLimiterConfig.builder().timeout(Duration.ofSeconds(2)).build();
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(IN_MEMORY)
                .clock(clock)
                .timeLimiter("search", config)
                .build()) {
            TimeLimiter limiter = registry.timeLimiter("search");
            CompletableFuture<String> search = new CompletableFuture<>();
            CompletableFuture<String> call = limiter.callAsync(() -> search).toCompletableFuture();

            clock.advance(Duration.ofMillis(1999));
            assertThat(call).isNotDone();
            clock.advance(Duration.ofMillis(1));

            assertThat(call)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(TimeoutExceededException.class);
        }
    }

    @Test
    void anOutageOfTheStoreLosesNoFailureAndHidesNone() throws InterruptedException {
        ManualClock clock = new ManualClock();
        InMemoryStore shared = new InMemoryStore(clock);
        FaultInjectingStore store = new FaultInjectingStore(shared.join());
        CircuitBreakerConfig config = CircuitBreakerConfig.after(1);
        try (ResilienceRegistry here = Resilience.builder()
                        .clock(clock)
                        .store(store)
                        .circuitBreaker("payments", config)
                        .build();
                ResilienceRegistry there = Resilience.builder()
                        .clock(clock)
                        .store(shared.join())
                        .circuitBreaker("payments", config)
                        .build()) {
            CircuitBreaker breaker = here.circuitBreaker("payments");
            RecordingListener listener = RecordingListener.on(here.events());
            breaker.state(); // reads the store
            int timers = clock.timers();

            store.goDown();
            assertThatThrownBy(() -> breaker.call(() -> charge())).isInstanceOf(IOException.class);
            assertThat(breaker.state().isOpen()).as("this node knows").isTrue();
            assertThat(there.circuitBreaker("payments").state().isClosed()).isTrue();

            clock.awaitTimers(timers + 1); // the next attempt to write it
            store.recover();
            clock.advance(Duration.ofSeconds(1));
            listener.await(CircuitOpened.class, 1);
            assertThat(there.circuitBreaker("payments").state().isOpen()).isTrue();
        }
    }

    // ---- the page

    private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\n(.*?)```");

    @Test
    void everyExampleOfThePageIsTakenFromThisFile() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "testing.md"));
        String file = withoutIndentation(Files.readString(
                Path.of("src", "test", "java", "dev", "firefly", "resilience", "tck", "kit", "TestingPageTest.java")));

        assertThat(EXAMPLE.matcher(page).results().map(example -> withoutIndentation(example.group(1))))
                .hasSizeGreaterThan(5)
                .allSatisfy(example -> assertThat(file).contains(example));
    }

    private static String withoutIndentation(String code) {
        return code.strip().replaceAll("(?m)^[ \t]+", "");
    }
}
