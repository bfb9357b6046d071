package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.engine.state.Threads;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads, a real clock, and limits that come at the very moment at which their calls end. */
@Timeout(120)
class TimeLimiterStressTest {
    private static final int THREADS = 6;
    private static final int ROUNDS = 300;

    private final ResilienceRegistry registry = Resilience.builder()
            .timeLimiter("tiny", limit(Duration.ofNanos(200_000), false))
            .timeLimiter("outer", limit(Duration.ofNanos(300_000), false))
            .timeLimiter("offloaded", limit(Duration.ofNanos(200_000), true))
            .build();
    private final AtomicInteger exceeded = new AtomicInteger();

    private static TimeLimiterConfig limit(Duration timeout, boolean offload) {
        return TimeLimiterConfig.builder().timeout(timeout).offload(offload).build();
    }

    @AfterEach
    void close() {
        registry.close();
    }

    private static void spinUntilInterrupted() {
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    private static void spin(int turns) {
        for (int i = 0; i < turns; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void everyBodyThatWaitsForItIsInterruptedAndNoThreadAfterwards() throws InterruptedException {
        TimeLimiter limiter = registry.timeLimiter("tiny");
        Threads.together(THREADS, number -> {
            for (int round = 0; round < ROUNDS; round++) {
                try {
                    limiter.call(TimeLimiterStressTest::spinUntilInterrupted);
                } catch (TimeoutExceededException e) {
                    exceeded.incrementAndGet();
                }
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        });

        assertThat(exceeded).hasValue(THREADS * ROUNDS);
    }

    @Test
    void callsThatEndAtTheirDeadlineAreInTimeOrLateButNeverInterruptedAfterwards() throws InterruptedException {
        TimeLimiter limiter = registry.timeLimiter("tiny");
        AtomicInteger inTime = new AtomicInteger();
        Threads.together(THREADS, number -> {
            SplittableRandom random = new SplittableRandom(number);
            for (int round = 0; round < 20 * ROUNDS; round++) {
                int turns = random.nextInt(6_000);
                try {
                    limiter.call(() -> spin(turns));
                    inTime.incrementAndGet();
                } catch (TimeoutExceededException e) {
                    exceeded.incrementAndGet();
                }
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        });

        assertThat(inTime.get() + exceeded.get()).isEqualTo(THREADS * 20 * ROUNDS);
    }

    @Test
    void whereLimitsNestAndBothAreOverBothBodiesAreInterrupted() throws InterruptedException {
        TimeLimiter outer = registry.timeLimiter("outer");
        TimeLimiter inner = registry.timeLimiter("tiny");
        Threads.together(THREADS, number -> {
            for (int round = 0; round < ROUNDS; round++) {
                try {
                    outer.call(() -> {
                        try {
                            inner.call(TimeLimiterStressTest::spinUntilInterrupted);
                        } catch (TimeoutExceededException e) {
                            spinUntilInterrupted();
                        }
                    });
                } catch (TimeoutExceededException e) {
                    exceeded.incrementAndGet();
                }
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        });

        assertThat(exceeded).hasValue(THREADS * ROUNDS);
    }

    @Test
    void offloadedCallsAllEndAndNoThreadIsInterruptedAfterwards() throws InterruptedException {
        TimeLimiter limiter = registry.timeLimiter("offloaded");
        AtomicInteger dirty = new AtomicInteger();
        Threads.together(THREADS, number -> {
            for (int round = 0; round < ROUNDS; round++) {
                try {
                    limiter.call(() -> {
                        if (Thread.currentThread().isInterrupted()) {
                            dirty.incrementAndGet();
                        }
                        spinUntilInterrupted();
                    });
                } catch (TimeoutExceededException e) {
                    exceeded.incrementAndGet();
                }
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        });

        assertThat(exceeded).hasValue(THREADS * ROUNDS);
    }

    @Test
    void stagesThatCompleteAtTheirDeadlineEndTheCallOnceAndOnTime() throws InterruptedException {
        TimeLimiter limiter = registry.timeLimiter("tiny");
        Threads.together(THREADS, number -> {
            SplittableRandom random = new SplittableRandom(number);
            for (int round = 0; round < ROUNDS; round++) {
                CompletableFuture<String> body = new CompletableFuture<>();
                CompletableFuture<String> result = limiter.callAsync(() -> body).toCompletableFuture();
                spin(random.nextInt(6_000));
                body.complete("done");
                assertThat(outcomeOf(result)).isIn("done", "late");
            }
        });
    }

    private static String outcomeOf(CompletableFuture<String> result) {
        try {
            return result.get(1, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(TimeoutExceededException.class);
            return "late";
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void closingTheRegistryEndsTheCallsUnderWay() throws Exception {
        ResilienceRegistry closing = Resilience.create();
        TimeLimiter limiter = closing.timeLimiter("x");
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        Caller caller = new Caller(() -> {
            limiter.call(() -> {
                begun.complete(true);
                spinUntilInterrupted();
            });
            return "in time";
        });
        CompletableFuture<String> waiting =
                limiter.callAsync(CompletableFuture<String>::new).toCompletableFuture();
        begun.get(1, TimeUnit.MINUTES);

        closing.close();

        assertThat(caller.report().outcome()).isInstanceOf(TimeoutExceededException.class);
        assertThat(outcomeOf(waiting)).isEqualTo("late");
    }
}
