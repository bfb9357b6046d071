package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Unfinished;
import dev.firefly.resilience.event.DeadlineExceeded;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The asynchronous call, begun on the caller's thread; what is due at its deadline waits to be run by the test. */
@Timeout(60)
class CallAsyncTest {
    private final Queue<Runnable> submitted = new ArrayDeque<>();
    private final World world = new World(submitted::add, settings -> settings);
    private final CompletableFuture<String> body = new CompletableFuture<>();

    @AfterEach
    void noInterruptIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(Deadline.current().isSet()).isFalse();
    }

    private CompletableFuture<String> start() {
        return start(body);
    }

    private CompletableFuture<String> start(CompletionStage<String> stage) {
        return world.limiter.callAsync(() -> stage).toCompletableFuture();
    }

    private void runSubmitted() {
        for (Runnable next = submitted.poll(); next != null; next = submitted.poll()) {
            next.run();
        }
    }

    private static void assertExceeded(CompletableFuture<?> result) {
        assertThat(result).isDone();
        assertThatThrownBy(result::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(TimeoutExceededException.class);
    }

    @Test
    void aStageThatIsCompleteAlreadyIsHandedOnAsItIs() {
        body.complete("done");

        assertThat(world.limiter.callAsync(() -> body)).isSameAs(body);
    }

    @Test
    void aStageThatCompletesInTimeEndsTheCall() {
        CompletableFuture<String> result = start();
        world.advance(World.LIMIT.minusNanos(1));

        body.complete("done");

        assertThat(result).isCompletedWithValue("done");
        world.passLimit();
        assertThat(world.events).isEmpty();
        assertThat(world.clock.timers()).isZero();
        assertThat(submitted).isEmpty();
    }

    @Test
    void aStageThatFailsInTimeFailsTheCallWithWhatItGave() {
        for (Exception failure :
                List.of(new IOException("as it is"), new CompletionException(new IOException("too")))) {
            CompletableFuture<String> failing = new CompletableFuture<>();
            CompletableFuture<String> result = start(failing);
            List<Throwable> seen = new ArrayList<>();
            result.whenComplete((value, thrown) -> seen.add(thrown));

            failing.completeExceptionally(failure);

            assertThat(seen).containsExactly(failure);
        }
    }

    @Test
    void atTheDeadlineTheStageFailsAndTheBodysStageIsCancelled() {
        CompletableFuture<String> result = start();

        world.passLimit();
        assertThat(result).isNotDone();
        runSubmitted();

        assertExceeded(result);
        assertThat(body).isCancelled();
        assertThat(world.exceeded()).hasSize(1);
    }

    @Test
    void whatComesAfterTheDeadlineChangesNothing() {
        Uncancellable stage = new Uncancellable();
        CompletableFuture<String> result = start(stage);
        world.passLimit();
        stage.complete("late");
        runSubmitted();

        assertExceeded(result);
        assertThat(world.exceeded()).hasSize(1);
    }

    @Test
    void theUsersCodeDoesNotRunOnTheThreadOfTheClock() {
        List<Boolean> ran = new ArrayList<>();
        CompletableFuture<String> result = start();
        result.whenComplete((value, failure) -> ran.add(true));
        body.whenComplete((value, failure) -> ran.add(false));
        world.registry.events().subscribe(DeadlineExceeded.class, event -> ran.add(null));

        world.passLimit();
        assertThat(ran).isEmpty();

        runSubmitted();
        assertThat(ran).containsExactly(null, false, true);
    }

    @Test
    void anExecutorThatRefusesDoesNotKeepTheCallFromEnding() {
        World refusing = new World(
                task -> {
                    throw new RejectedExecutionException("full");
                },
                settings -> settings);
        CompletableFuture<String> result =
                refusing.limiter.callAsync(() -> body).toCompletableFuture();

        refusing.passLimit();

        assertExceeded(result);
        assertThat(body).isCancelled();
        assertThat(refusing.clock.timers()).isZero();
    }

    @Test
    void anExecutorThatIsStuckDoesNotKeepTheCallFromEnding() {
        CompletableFuture<String> result = start();
        world.passLimit();

        world.advance(World.HANDOVER);

        assertExceeded(result);
        runSubmitted();
        assertThat(world.exceeded()).hasSize(1);
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void cancellingTheResultCancelsTheBodysStageAndIsNoTimeout() {
        CompletableFuture<String> result = start();

        result.cancel(true);

        assertThat(body).isCancelled();
        world.passLimit();
        runSubmitted();
        assertThat(world.events).isEmpty();
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void aStageThatTakesNoCallbacksHasFailed() {
        UnsupportedOperationException refusal = new UnsupportedOperationException("on purpose");
        CompletableFuture<String> result = start(new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
                throw refusal;
            }
        });

        assertThatThrownBy(result::get).hasCause(refusal);
        world.passLimit();
        assertThat(world.events).isEmpty();
    }

    @Test
    void aBodyThatReturnsNoStageHasFailed() {
        CompletableFuture<String> result = start(null);

        assertThatThrownBy(result::get).hasCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void aStartThatTakesTooLongEndsTheCallAndCancelsTheStage() {
        CompletableFuture<String> result = world.limiter
                .callAsync(() -> {
                    world.passLimit();
                    return body;
                })
                .toCompletableFuture();

        assertExceeded(result);
        assertThat(body).isCancelled();
        assertThat(world.exceeded()).hasSize(1);
        assertThat(submitted).isEmpty();
    }

    @Test
    void aStartThatTakesTooLongEndsTheCallThoughItsStageThrowsWhenItIsCancelled() {
        CompletableFuture<String> result = world.limiter
                .<String>callAsync(() -> {
                    world.passLimit();
                    return new CompletableFuture<>() {
                        @Override
                        public boolean cancel(boolean mayInterrupt) {
                            throw new IllegalStateException("on purpose");
                        }
                    };
                })
                .toCompletableFuture();

        assertExceeded(result);
    }

    @Test
    void aStartThatFailsTooLateIsSuppressedUnlessItIsAnError() {
        IOException failure = new IOException("late");
        AssertionError error = new AssertionError("late");

        assertThatThrownBy(() -> startLate(failure).get())
                .cause()
                .isInstanceOf(TimeoutExceededException.class)
                .hasSuppressedException(failure);
        assertThatThrownBy(() -> startLate(error).get()).hasCause(error);
        assertThat(world.exceeded()).hasSize(2);
    }

    private CompletableFuture<String> startLate(Throwable failure) {
        return world.limiter
                .<String>callAsync(() -> {
                    world.passLimit();
                    throw Failures.<Exception>rethrow(failure);
                })
                .toCompletableFuture();
    }

    @Test
    void theGroupOfTheCallIsToldOfABodyThatCannotBeCancelledBeforeTheResultFails() {
        Unfinished.Group group = new Unfinished.Group(null);
        List<CompletionStage<?>> left = new ArrayList<>();
        Uncancellable stage = new Uncancellable();
        try (Deadline.Scope scope = Deadline.current().with(group).resume()) {
            start(stage).whenComplete((value, failure) -> left.add(group.end()));
        }

        world.passLimit();
        runSubmitted();

        assertThat(left.get(0).toCompletableFuture()).isNotDone();
        stage.complete("late");
        assertThat(left.get(0).toCompletableFuture()).isCompleted();
    }

    @Test
    void theGroupOfTheCallIsNotBotheredWithABodyThatWasCancelled() {
        Unfinished.Group group = new Unfinished.Group(null);
        try (Deadline.Scope scope = Deadline.current().with(group).resume()) {
            start();
        }

        world.passLimit();
        runSubmitted();

        assertThat(group.end()).isNull();
    }

    @ParameterizedTest
    @MethodSource("failuresToCancel")
    void theGroupOfTheCallIsToldOfABodyWhoseStageThrowsWhenItIsCancelled(Throwable failure) {
        Unfinished.Group group = new Unfinished.Group(null);
        CompletableFuture<String> stage = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterrupt) {
                throw Failures.<RuntimeException>rethrow(failure);
            }
        };
        CompletableFuture<String> result;
        try (Deadline.Scope scope = Deadline.current().with(group).resume()) {
            result = start(stage);
        }

        world.passLimit();
        assertThat(catchThrowable(this::runSubmitted)).isIn(null, failure);

        assertExceeded(result);
        assertThat(group.end().toCompletableFuture()).isNotDone();
        stage.complete("late");
        assertThat(group.end()).isNull();
    }

    private static List<Throwable> failuresToCancel() {
        return List.of(
                new UnsupportedOperationException("on purpose"),
                new IllegalStateException("on purpose"),
                new AssertionError("on purpose"));
    }

    @Test
    void tenThousandCallsUnderWayEachEndAtTheirDeadlineAndLeaveNothing() {
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            results.add(start(new CompletableFuture<>()));
        }
        assertThat(world.clock.timers()).isEqualTo(1);

        world.passLimit();
        runSubmitted();
        world.advance(World.HANDOVER);

        assertThat(results).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(world.exceeded()).hasSize(10_000);
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void aLimitAroundALimitEndsBoth() {
        CompletableFuture<String> result = world.registry
                .timeLimiter("short")
                .callAsync(() -> world.limiter.callAsync(() -> body))
                .toCompletableFuture();

        world.advance(Duration.ofSeconds(5));
        runSubmitted();

        assertThatThrownBy(result::get).hasMessageContaining("[short]");
        assertThat(body).isCancelled();
        world.advance(World.LIMIT);
        runSubmitted();
        assertThat(world.exceeded()).hasSize(1);
    }

    /** The stage of work that goes on whatever is done to its stage. */
    private static final class Uncancellable extends CompletableFuture<String> {
        @Override
        public boolean cancel(boolean mayInterrupt) {
            return false;
        }
    }
}
