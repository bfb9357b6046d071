package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.core.ResilienceException;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A retry inside a time limit, and one around it. */
class RetriedTimeLimitTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = Resilience.builder()
            .clock(clock)
            .executor(Runnable::run)
            .timeLimiter("x", TimeLimiterConfig.builder().timeout(LIMIT).build())
            .retry(
                    "x",
                    RetryConfig.builder()
                            .maxAttempts(3)
                            .waitDuration(Duration.ofSeconds(6))
                            .build())
            .build();
    private final TimeLimiter limiter = registry.timeLimiter("x");
    private final Retry retry = registry.retry("x");
    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void aRetryInsideGivesUpAtOnceWithTheRealFailureWhenItsWaitDoesNotFit() {
        IOException failure = new IOException("the real one");
        long start = clock.nanos();

        assertThat(catchThrowable(() -> limiter.call(() -> retry.call(() -> {
                    attempts.incrementAndGet();
                    throw failure;
                }))))
                .isSameAs(failure)
                .hasNoSuppressedExceptions();

        assertThat(attempts).hasValue(2);
        assertThat(Duration.ofNanos(clock.nanos() - start)).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void anAsynchronousRetryInsideGivesUpAtOnceToo() {
        IOException failure = new IOException("the real one");

        CompletableFuture<String> result = limiter.callAsync(() -> retry.<String>callAsync(() -> {
                    attempts.incrementAndGet();
                    return CompletableFuture.failedStage(failure);
                }))
                .toCompletableFuture();
        clock.advance(Duration.ofSeconds(6));

        assertThat(catchThrowable(result::get)).hasCause(failure);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void aRetryAroundRetriesTheTimeoutWithANewLimitForEachAttempt() {
        assertThat(retry.<String, RuntimeException>call(() -> limiter.call(() -> {
                    if (attempts.incrementAndGet() < 3) {
                        clock.advance(LIMIT);
                    }
                    return "done";
                })))
                .isEqualTo("done");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void anAsynchronousRetryAroundRetriesTheTimeoutToo() throws Exception {
        CompletableFuture<String> result = retry.callAsync(() -> limiter.callAsync(() -> {
                    attempts.incrementAndGet();
                    return new CompletableFuture<String>();
                }))
                .toCompletableFuture();
        clock.advance(Duration.ofMinutes(1));

        assertThat(attempts).hasValue(3);
        assertThat(catchThrowable(result::get)).hasCauseInstanceOf(TimeoutExceededException.class);
    }

    @Test
    void theTimeoutIsAdvertisedAsWorthARetry() {
        assertThat(catchThrowable(() -> limiter.call(() -> clock.advance(LIMIT))))
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        exceeded -> assertThat(exceeded.retryable()).isTrue());
    }
}
