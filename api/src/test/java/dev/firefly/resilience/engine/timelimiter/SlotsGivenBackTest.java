package dev.firefly.resilience.engine.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.TestEnvironment;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import dev.firefly.resilience.timelimiter.TimeoutExceededException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a call ends, its slots are free afterwards, and no timer is left. */
class SlotsGivenBackTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ManualTime time = new ManualTime();
    private final SlotTable table = new SlotTable();
    private final DeadlineWatch watch = new DeadlineWatch(time, table);
    private final Executor refusing = task -> {
        throw new RejectedExecutionException("full");
    };

    private WatchedTimeLimiter limiter(boolean offload, Executor executor) {
        TimeLimiterConfig config =
                TimeLimiterConfig.builder().timeout(LIMIT).offload(offload).build();
        return new WatchedTimeLimiter("x", () -> config, TestEnvironment.of(time, () -> 0, executor), watch);
    }

    private CompletableFuture<String> start(boolean offload, Executor executor, CompletableFuture<String> body) {
        return limiter(offload, executor).callAsync(() -> body).toCompletableFuture();
    }

    private long taken() {
        long free = 0;
        for (Slot slot : table.all()) {
            free += slot.isFree() ? 1 : 0;
        }
        return table.all().length - free;
    }

    @AfterEach
    void nothingIsTaken() {
        assertThat(taken()).isZero();
        time.moveBy(LIMIT);
        assertThat(time.pending()).isZero();
        assertThat(Thread.interrupted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenABodyReturnsOrThrows(boolean offload) {
        WatchedTimeLimiter limiter = limiter(offload, Runnable::run);

        limiter.call(() -> assertThat(taken()).isPositive());
        assertThat(catchThrowable(() -> limiter.call(() -> {
                    throw new AssertionError("on purpose");
                })))
                .hasMessage("on purpose");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenABodyIsLate(boolean offload) {
        assertThat(catchThrowable(() -> limiter(offload, Runnable::run).call(() -> time.moveBy(LIMIT))))
                .isInstanceOf(TimeoutExceededException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenAStageCompletes(boolean offload) {
        CompletableFuture<String> body = new CompletableFuture<>();
        start(offload, Runnable::run, body);
        assertThat(taken()).isOne();

        body.complete("done");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenTheDeadlineEndsTheCall(boolean offload) {
        CompletableFuture<String> result = start(offload, Runnable::run, new CompletableFuture<>());

        time.moveBy(LIMIT);

        assertThat(result).isCompletedExceptionally();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenTheResultIsCancelledOrCompletedByItsHolder(boolean offload) {
        start(offload, Runnable::run, new CompletableFuture<>()).cancel(true);
        start(offload, Runnable::run, new CompletableFuture<>()).complete("enough");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenTheExecutorRefuses(boolean offload) {
        start(offload, refusing, new CompletableFuture<>());
        assertThat(catchThrowable(() -> limiter(true, refusing).call(() -> "never")))
                .isInstanceOf(RejectedExecutionException.class);

        time.moveBy(LIMIT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenTheExecutorIsStuckAtTheDeadline(boolean offload) {
        CompletableFuture<String> result = start(offload, task -> {}, new CompletableFuture<>());

        time.moveBy(LIMIT);
        time.moveBy(LIMIT);

        assertThat(result).isCompletedExceptionally();
    }
}
