package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.event.DeadlineExceeded;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The synchronous call on the caller's own thread. */
@Timeout(60)
class CallTest {
    private static World world(UnaryOperator<TimeLimiterConfig.Builder> settings) {
        return new World(
                task -> {
                    throw new AssertionError("no executor is needed");
                },
                settings);
    }

    @AfterEach
    void noInterruptIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void theBodyRunsOnTheThreadOfTheCaller() {
        World world = world(settings -> settings);

        assertThat(world.limiter.call(() -> Thread.currentThread())).isSameAs(Thread.currentThread());
    }

    @Test
    void aBodyWithoutAResultIsLimitedToo() {
        World world = world(settings -> settings);

        assertThatThrownBy(() -> world.limiter.call(world::passLimit)).isInstanceOf(TimeoutExceededException.class);
    }

    @Test
    void aLateResultIsReturnedWhereThatIsWantedAndAnnounced() {
        World world = world(settings -> settings.lateSuccess(LateSuccess.RETURN));

        assertThat(world.limiter.<String, RuntimeException>call(() -> {
                    world.passLimit();
                    return "late";
                }))
                .isEqualTo("late");
        assertThat(world.exceeded()).hasSize(1);
    }

    @Test
    void nullIsALateResultToo() {
        World world = world(settings -> settings.lateSuccess(LateSuccess.RETURN));

        assertThat(world.limiter.<String, RuntimeException>call(() -> {
                    world.passLimit();
                    return null;
                }))
                .isNull();
    }

    @Test
    void aLateFailureIsSuppressedInTheTimeout() {
        for (LateSuccess lateSuccess : LateSuccess.values()) {
            World world = world(settings -> settings.lateSuccess(lateSuccess));
            IOException failure = new IOException("late");

            assertThat(catchThrowable(() -> world.limiter.call(() -> {
                        world.passLimit();
                        throw failure;
                    })))
                    .isInstanceOf(TimeoutExceededException.class)
                    .hasSuppressedException(failure);
            assertThat(world.exceeded()).hasSize(1);
        }
    }

    @Test
    void aLateErrorIsThrownAsItIs() {
        World world = world(settings -> settings);
        AssertionError error = new AssertionError("late");

        assertThat(catchThrowable(() -> world.limiter.call(() -> {
                    world.passLimit();
                    throw error;
                })))
                .isSameAs(error)
                .hasNoSuppressedExceptions();
        assertThat(world.exceeded()).hasSize(1);
    }

    @Test
    void anInterruptThatWasThereBeforeIsThereAfterwards() {
        World world = world(settings -> settings);
        Thread.currentThread().interrupt();

        assertThat(world.limiter.call(() -> Thread.currentThread().isInterrupted()))
                .isTrue();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aBlockedBodyIsWokenAtTheDeadline() throws InterruptedException {
        World world = world(settings -> settings);
        Throwable[] thrown = new Throwable[1];
        boolean[] flag = new boolean[1];
        Thread caller = new Thread(() -> {
            thrown[0] = catchThrowable(() -> world.limiter.call(() -> new CountDownLatch(1).await()));
            flag[0] = Thread.currentThread().isInterrupted();
        });
        caller.start();
        world.clock.awaitTimers(1);

        world.passLimit();

        caller.join(60_000);
        assertThat(thrown[0]).isInstanceOf(TimeoutExceededException.class);
        assertThat(thrown[0].getSuppressed()).hasExactlyElementsOfTypes(InterruptedException.class);
        assertThat(flag[0]).isFalse();
    }

    @Test
    void listenersAreToldOutsideOfTheLimit() {
        World world = world(settings -> settings);
        boolean[] seen = new boolean[2];
        world.registry.events().subscribe(DeadlineExceeded.class, event -> {
            seen[0] = Deadline.current().isSet();
            seen[1] = Thread.currentThread().isInterrupted();
        });

        assertThatThrownBy(() -> world.limiter.call(world::passLimit)).isInstanceOf(TimeoutExceededException.class);

        assertThat(seen).containsExactly(false, false);
    }

    @Test
    void theTimeoutSaysWhereTheCallerWas() {
        World world = world(settings -> settings);

        Throwable thrown = catchThrowable(() -> world.limiter.call(world::passLimit));

        assertThat(thrown.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(CallTest.class.getName()));
        assertThat(thrown).hasMessage("Time limiter [x]: the call took longer than 10s");
    }

    @Test
    void theTimeoutIsNotToldLongerThanItWas() {
        assertThat(new TimeoutExceededException("x", Duration.ofMillis(1001)))
                .hasMessage("Time limiter [x]: the call took longer than 1001ms");
    }
}
