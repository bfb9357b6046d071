package dev.firefly.resilience.engine.pipeline;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reading of the clock that a bulkhead has made is handed on to a time limit inside of it, where it is right. */
@Timeout(60)
class OneReadingTest {
    private static final Duration LIMIT = ofSeconds(5);

    private final ManualClock clock = ManualClock.forThreads();
    private final ResilienceRegistry registry =
            Resilience.builder().clock(clock).build();
    private final Pipeline pipeline = registry.pipeline("x")
            .retry()
            .circuitBreaker()
            .bulkhead(settings -> settings.maxConcurrent(1).maxWait(ofSeconds(10)))
            .timeLimiter(settings -> settings.timeout(LIMIT));

    @AfterEach
    void close() {
        registry.close();
    }

    private static Duration remaining() {
        return Deadline.current().remaining();
    }

    @Test
    void aHealthyCallThroughBreakerBulkheadAndTimeLimitReadsTheClockOnce() {
        AtomicInteger readings = new AtomicInteger();
        Clock counting = new Clock() {
            @Override
            public long nanos() {
                readings.incrementAndGet();
                return clock.nanos();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                clock.sleep(nanos);
            }

            @Override
            public Cancellation schedule(long nanos, Runnable action) {
                return clock.schedule(nanos, action);
            }
        };
        Pipeline counted = pipeline.clock(counting);
        for (int i = 0; i < 3; i++) {
            counted.call(() -> {});
        }
        readings.set(0);

        counted.call(() -> {});

        assertThat(readings).hasValue(1);
    }

    @Test
    void theTimeLimitOfACallThatHadToWaitForItsPermitBeginsAfterTheWait() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> pipeline.call(() -> {
            entered.countDown();
            try {
                leave.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        entered.await();
        int timers = clock.timers();
        CompletableFuture<Duration> second = CompletableFuture.supplyAsync(
                () -> pipeline.<Duration, RuntimeException>call(OneReadingTest::remaining));
        clock.awaitTimers(timers + 1);

        clock.advance(ofSeconds(3));
        leave.countDown();

        assertThat(second.join()).isEqualTo(LIMIT);
        first.join();
    }

    @Test
    void theTimeLimitOfACallThatHadToWaitForTheStoreBeginsAfterTheWait() {
        FaultyStore store = new FaultyStore(clock);
        store.onLock(() -> clock.step(ofSeconds(3)));
        Pipeline shared =
                registry.pipeline("x").store(store).bulkhead().timeLimiter(settings -> settings.timeout(LIMIT));

        assertThat(shared.<Duration, RuntimeException>call(OneReadingTest::remaining))
                .isEqualTo(LIMIT);
    }

    @Test
    void aTimeLimitThatGoesByAnotherClockReadsItsOwn() {
        ManualClock ahead = new ManualClock();
        ahead.step(ofHours(1));
        Pipeline mixed = registry.pipeline("x").clock(ahead).bulkhead().timeLimiter("patient");

        assertThat(mixed.<Duration, RuntimeException>call(OneReadingTest::remaining))
                .isEqualTo(registry.timeLimiter("patient").config().timeout());
    }
}
