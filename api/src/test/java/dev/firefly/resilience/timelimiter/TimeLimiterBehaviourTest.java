package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.event.DeadlineExceeded;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What every form of a call has in common. Bodies move the clock themselves, from whatever thread they are on. */
@Timeout(120)
@ParameterizedClass
@EnumSource(Form.class)
class TimeLimiterBehaviourTest {
    @Parameter
    private Form form;

    private final Pool pool = new Pool(4);

    @AfterEach
    void nothingIsLeftBehind() {
        pool.close();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(Deadline.current().isSet()).isFalse();
    }

    private World world() {
        return world(settings -> settings);
    }

    private World world(UnaryOperator<TimeLimiterConfig.Builder> settings) {
        return new World(pool, builder -> settings.apply(builder.offload(form.isOffloaded)));
    }

    private static void assertExceeded(Throwable thrown) {
        assertThat(thrown).isInstanceOfSatisfying(TimeoutExceededException.class, exceeded -> {
            assertThat(exceeded.code()).isEqualTo(ErrorCode.CALL_TIMEOUT);
            assertThat(exceeded.instance()).isEqualTo("x");
            assertThat(exceeded.limit()).isEqualTo(World.LIMIT);
        });
    }

    @Test
    void aCallThatEndsInTimeEndsAsItsBodyDoes() throws Exception {
        World world = world();
        IOException failure = new IOException("as it is");

        assertThat(form.<String>run(world.limiter, () -> "done")).isEqualTo("done");
        assertThat(form.<String>run(world.limiter, () -> null)).isNull();
        assertThat(catchThrowable(() -> form.run(world.limiter, () -> {
                    throw failure;
                })))
                .isSameAs(failure)
                .hasNoSuppressedExceptions();
        assertThat(world.events).isEmpty();
    }

    @Test
    void aCallThatEndsJustInTimeIsInTime() throws Exception {
        World world = world();

        assertThat(form.<String>run(world.limiter, () -> {
                    world.advance(World.LIMIT.minusNanos(1));
                    return "done";
                }))
                .isEqualTo("done");
        world.passLimit();
        assertThat(world.events).isEmpty();
    }

    @Test
    void aLateResultIsReplacedByTheTimeout() {
        World world = world();

        assertExceeded(catchThrowable(() -> form.run(world.limiter, () -> {
            world.passLimit();
            return "late";
        })));
    }

    @Test
    void aCallThatIsLateIsAnnouncedOnce() {
        World world = world();
        Instant limit = Instant.ofEpochSecond(0, world.clock.nanos()).plus(World.LIMIT);
        assertExceeded(catchThrowable(() -> form.run(world.limiter, () -> {
            world.passLimit();
            world.passLimit();
            return "late";
        })));

        DeadlineExceeded event = world.exceeded().get(0);
        assertThat(world.events).containsExactly(event);
        assertThat(event.pattern()).isEqualTo(Pattern.TIME_LIMITER);
        assertThat(event.instance()).isEqualTo("x");
        assertThat(event.node()).isEqualTo(world.registry.node());
        assertThat(event.limit()).isEqualTo(World.LIMIT);
        assertThat(event.time()).isBetween(limit, limit.plus(World.LIMIT));
    }

    @Test
    void theBodyIsInterruptedAtTheDeadlineAndItsThreadIsNotInterruptedAfterwards() throws Exception {
        World world = world();
        CompletableFuture<Boolean> before = new CompletableFuture<>();
        CompletableFuture<Boolean> after = new CompletableFuture<>();

        assertExceeded(catchThrowable(() -> form.run(world.limiter, () -> {
            before.complete(Thread.currentThread().isInterrupted());
            world.passLimit();
            after.complete(Thread.currentThread().isInterrupted());
            return "late";
        })));

        assertThat(before.get(1, TimeUnit.MINUTES)).isFalse();
        assertThat(after.get(1, TimeUnit.MINUTES)).isTrue();
        assertThat(form.isOffloaded && pool.firstLeftFlagSet()).isFalse();
    }

    @Test
    void aBodyThatThrowsBecauseItWasInterruptedEndsWithTheTimeout() throws Exception {
        World world = world();

        assertExceeded(catchThrowable(() -> form.run(world.limiter, () -> {
            world.passLimit();
            assertThat(Thread.interrupted()).isTrue();
            throw new InterruptedException("by the limit");
        })));

        assertThat(form.isOffloaded && pool.firstLeftFlagSet()).isFalse();
    }

    @Test
    void withoutInterruptTheBodyIsLeftInPeace() throws Exception {
        World world = world(settings -> settings.interrupt(false));
        CompletableFuture<Boolean> flag = new CompletableFuture<>();

        assertExceeded(catchThrowable(() -> form.run(world.limiter, () -> {
            world.passLimit();
            flag.complete(Thread.currentThread().isInterrupted());
            return "late";
        })));

        assertThat(flag.get(1, TimeUnit.MINUTES)).isFalse();
    }

    @Test
    void anInterruptionThatIsNotTheLimitsPassesThroughAsItIs() {
        World world = world();
        InterruptedException interruption = new InterruptedException("from elsewhere");

        assertThat(catchThrowable(() -> form.run(world.limiter, () -> {
                    throw interruption;
                })))
                .isSameAs(interruption);
        assertThat(world.events).isEmpty();
        Thread.interrupted(); // as every asynchronous start does, the one that fails by an interruption sets the flag
    }

    @Test
    void codeInsideIsToldHowMuchTimeIsLeft() throws Exception {
        World world = world();

        assertThat(form.<Duration>run(world.limiter, () -> {
                    world.advance(Duration.ofSeconds(3));
                    return Deadline.current().remaining();
                }))
                .isEqualTo(World.LIMIT.minusSeconds(3));
    }

    @Test
    void anEarlierDeadlineAroundTheCallRulesInsideIt() throws Exception {
        World world = world();
        try (Deadline.Scope earlier = Deadline.open(world.clock, Duration.ofSeconds(3))) {
            assertThat(form.<Duration>run(
                            world.limiter, () -> Deadline.current().remaining()))
                    .isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    void anInstanceThatIsNotEnabledHasNoLimit() throws Exception {
        World world = world(settings -> settings.enabled(false));
        Thread caller = Thread.currentThread();

        assertThat(form.<String>run(world.limiter, () -> {
                    world.advance(Duration.ofDays(1));
                    assertThat(Deadline.current().isSet()).isFalse();
                    assertThat(Thread.currentThread()).isSameAs(caller);
                    assertThat(caller.isInterrupted()).isFalse();
                    return "done";
                }))
                .isEqualTo("done");
        assertThat(world.events).isEmpty();
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void callsThatEndInTimeLeaveNoTimerBehind() throws Exception {
        World world = world();
        for (int i = 0; i < 1_000; i++) {
            form.<String>run(world.limiter, () -> "done");
        }
        assertThat(world.clock.timers()).isLessThanOrEqualTo(1);

        world.passLimit();

        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void aCallOfCenturiesIsNotOverAtOnce() throws Exception {
        World world = world(settings -> settings.timeout(Duration.ofNanos(Long.MAX_VALUE)));

        assertThat(form.<String>run(world.limiter, () -> {
                    world.advance(Duration.ofDays(100 * 365));
                    return "done";
                }))
                .isEqualTo("done");
    }

    @Test
    void callsOfOneLimiterRunAtTheSameTime() throws Exception {
        World world = world();
        CyclicBarrier inside = new CyclicBarrier(3);
        AtomicReference<Throwable> failure = new AtomicReference<>();

        Threads.together(3, number -> {
            try {
                form.run(world.limiter, () -> inside.await(1, TimeUnit.MINUTES));
            } catch (Throwable thrown) {
                failure.set(thrown);
            }
        });

        assertThat(failure).hasNullValue();
    }
}
