package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.event.ResilienceEvent;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits within limits, on one thread: {@code short} is half of {@code x}, and {@code long} twice of it. */
@Timeout(60)
class NestedLimitsTest {
    private final World world = new World(Runnable::run, settings -> settings);
    private final TimeLimiter shorter = world.registry.timeLimiter("short");
    private final TimeLimiter longer = world.registry.timeLimiter("long");

    @AfterEach
    void noInterruptIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(Deadline.current().isSet()).isFalse();
    }

    private static boolean isInterrupted() {
        return Thread.currentThread().isInterrupted();
    }

    @Test
    void theInnerLimitEndsItsCallAndLeavesTheOuterOneItsTime() throws Exception {
        Duration left = world.limiter.call(() -> {
            Throwable inner = catchThrowable(() -> shorter.call(() -> world.advance(World.LIMIT.dividedBy(2))));
            assertThat(inner).isInstanceOf(TimeoutExceededException.class).hasMessageContaining("[short]");
            assertThat(isInterrupted()).isFalse();
            return Deadline.current().remaining();
        });

        assertThat(left).isEqualTo(World.LIMIT.dividedBy(2));
        assertThat(world.events).extracting(ResilienceEvent::instance).containsExactly("short");
    }

    @Test
    void theOuterLimitEndsTheInnerCallToo() {
        Throwable thrown = catchThrowable(() -> world.limiter.call(() -> longer.call(() -> {
            assertThat(Deadline.current().remaining()).isEqualTo(World.LIMIT);
            world.passLimit();
            new CountDownLatch(1).await();
        })));

        assertThat(thrown).isInstanceOf(TimeoutExceededException.class).hasMessageContaining("[x]");
        assertThat(thrown.getSuppressed()).hasExactlyElementsOfTypes(InterruptedException.class);
        assertThat(world.events).extracting(ResilienceEvent::instance).containsExactly("x");
    }

    @Test
    void whenBothAreOverTheCodeInBetweenIsStillInterrupted() {
        boolean[] between = new boolean[2];
        Throwable thrown = catchThrowable(() -> world.limiter.call(() -> {
            try {
                shorter.call(() -> {
                    world.passLimit();
                    new CountDownLatch(1).await(); // takes the one interrupt that there is for both
                });
            } finally {
                between[0] = isInterrupted();
            }
        }));
        between[1] = isInterrupted();

        assertThat(between).containsExactly(true, false);
        assertThat(thrown).hasMessageContaining("[x]");
        assertThat(thrown.getSuppressed()[0]).hasMessageContaining("[short]");
        assertThat(world.events).extracting(ResilienceEvent::instance).containsExactly("short", "x");
    }

    @Test
    void anOuterLimitThatDoesNotInterruptLeavesTheCodeInBetweenInPeace() {
        World quiet = new World(Runnable::run, settings -> settings.interrupt(false));
        TimeLimiter inner = quiet.registry.timeLimiter("short");

        Throwable thrown = catchThrowable(() -> quiet.limiter.call(() -> {
            assertThat(catchThrowable(() -> inner.call(quiet::passLimit))).hasMessageContaining("[short]");
            assertThat(isInterrupted()).isFalse();
        }));

        assertThat(thrown).hasMessageContaining("[x]");
    }

    @Test
    void theEarliestLimitReleasesTheCallerOfAnOffloadedCall() throws Exception {
        try (Pool pool = new Pool(1)) {
            World offloading = new World(pool, settings -> settings.offload(true));
            CountDownLatch end = new CountDownLatch(1);
            TimeLimiter outer = offloading.registry.timeLimiter("short");

            Throwable thrown = catchThrowable(() -> outer.call(() -> offloading.limiter.call(() -> {
                offloading.advance(World.LIMIT.dividedBy(2));
                Uninterruptibly.await(end);
            })));

            assertThat(thrown).isInstanceOf(TimeoutExceededException.class).hasMessageContaining("[short]");
            end.countDown();
        }
    }
}
