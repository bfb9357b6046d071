package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.core.Unfinished;
import dev.firefly.resilience.engine.CarryingExecutor;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.timelimiter.Caller.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The synchronous call whose body runs on the executor. */
@Timeout(60)
class OffloadedCallTest {
    private final Pool pool = new Pool(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    private static World world(Executor executor) {
        return new World(executor, settings -> settings.offload(true));
    }

    @AfterEach
    void nothingGoesOn() {
        goOn.countDown();
        pool.close();
        assertThat(Thread.interrupted()).isFalse();
    }

    /** A body that takes no notice of interrupts, and ends when the test lets it. */
    private String deaf() {
        begun.countDown();
        Uninterruptibly.await(goOn);
        return "done";
    }

    private static boolean isOpen(CompletionStage<?> stage) {
        return !stage.toCompletableFuture().isDone();
    }

    @Test
    void theCallerIsReleasedAtTheDeadlineThoughTheBodyTakesNoNotice() throws Exception {
        World world = world(pool);
        Caller caller = new Caller(() -> world.limiter.call(this::deaf));
        begun.await();
        world.advance(World.LIMIT.minusNanos(1));
        assertThat(caller.isStillWaiting()).isTrue();

        world.advance(Duration.ofNanos(1));

        Report report = caller.report();
        assertThat(report.outcome()).isInstanceOf(TimeoutExceededException.class);
        assertThat(report.interrupted()).isFalse();
        assertThat(world.exceeded()).hasSize(1);
    }

    @Test
    void theCallerIsReleasedWithinFiftyMillisecondsOfTheDeadlineByARealClock() throws Exception {
        TimeLimiterConfig config = TimeLimiterConfig.builder()
                .timeout(Duration.ofMillis(100))
                .offload(true)
                .build();
        try (ResilienceRegistry registry =
                Resilience.builder().timeLimiter("real", config).build()) {
            TimeLimiter limiter = registry.timeLimiter("real");
            long fastest = Long.MAX_VALUE;
            for (int i = 0; i < 4; i++) { // the machine may be busy, and the first one loads classes
                long start = System.nanoTime();
                assertThatThrownBy(() -> limiter.call(this::deaf)).isInstanceOf(TimeoutExceededException.class);
                fastest = Math.min(fastest, System.nanoTime() - start);
            }

            assertThat(Duration.ofNanos(fastest)).isBetween(Duration.ofMillis(100), Duration.ofMillis(150));
            goOn.countDown();
        }
    }

    @Test
    void whatIsLeftRunningEndsWhenTheBodyDoes() throws Exception {
        World world = world(pool);
        Caller caller = new Caller(() -> world.limiter.call(this::deaf));
        begun.await();
        world.passLimit();

        CompletionStage<?> left = caller.report().left();

        assertThat(left).matches(OffloadedCallTest::isOpen);
        goOn.countDown();
        left.toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    @Test
    void aCallThatEndsInTimeLeavesNothingRunning() throws Exception {
        World world = world(pool);
        goOn.countDown();
        Report report = new Caller(() -> world.limiter.call(this::deaf)).report();

        assertThat(report.outcome()).isEqualTo("done");
        assertThat(report.left()).isNull();
    }

    @Test
    void whatTheBodyItselfHasLeftRunningIsLeftToTheCaller() throws Exception {
        World world = world(pool);
        CompletableFuture<String> work = new CompletableFuture<>();

        Report report = new Caller(() -> world.limiter.<String, RuntimeException>call(() -> {
                    Unfinished.leave(work);
                    return "done";
                }))
                .report();

        assertThat(report.outcome()).isEqualTo("done");
        assertThat(report.left()).matches(OffloadedCallTest::isOpen);
        work.complete("done");
        assertThat(report.left().toCompletableFuture()).isCompleted();
    }

    @Test
    void aBodyThatHasNotBegunAtTheDeadlineNeverBegins() throws Exception {
        Queue<Runnable> submitted = new ArrayDeque<>();
        World world = world(submitted::add);
        Caller caller = new Caller(() -> world.limiter.call(this::deaf));
        world.clock.awaitTimers(1);

        world.passLimit();

        Report report = caller.report();
        assertThat(report.outcome()).isInstanceOf(TimeoutExceededException.class);
        assertThat(report.left()).isNull();
        submitted.forEach(Runnable::run);
        assertThat(begun.getCount()).isOne();
    }

    @Test
    void manyCallsWithTooFewThreadsAreAllEndedAtTheirDeadline() throws Exception {
        World world = world(pool);
        AtomicInteger started = new AtomicInteger();
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            callers.add(new Caller(() -> world.limiter.call(() -> {
                started.incrementAndGet();
                return deaf();
            })));
        }
        for (Caller caller : callers) {
            while (caller.thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }

        world.passLimit();

        for (Caller caller : callers) {
            assertThat(caller.report().outcome()).isInstanceOf(TimeoutExceededException.class);
        }
        goOn.countDown();
        assertThat(started).hasValue(1);
        assertThat(world.exceeded()).hasSize(40);
    }

    @Test
    void aRefusalOfTheExecutorIsThrownAsItIs() {
        RejectedExecutionException refusal = new RejectedExecutionException("full");
        World world = world(task -> {
            throw refusal;
        });
        long mark = Unfinished.mark();

        assertThat(catchThrowable(() -> world.limiter.call(this::deaf))).isSameAs(refusal);

        assertThat(Unfinished.since(mark)).isNull();
        world.passLimit();
        assertThat(world.events).isEmpty();
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void theContextOfTheCallerIsPresentInTheBody() {
        ThreadLocal<String> context = new ThreadLocal<>();
        World world = world(new CarryingExecutor(context, pool));
        context.set("caller");

        assertThat(world.limiter.<String, RuntimeException>call(context::get)).isEqualTo("caller");
        context.remove();
    }

    @Test
    void aLateResultReachesNobodyWhateverTheSettingSays() throws Exception {
        World world = new World(pool, settings -> settings.offload(true).lateSuccess(LateSuccess.RETURN));

        Report report = new Caller(() -> world.limiter.<String, RuntimeException>call(() -> {
                    world.passLimit();
                    return "late";
                }))
                .report();

        assertThat(report.outcome()).isInstanceOf(TimeoutExceededException.class);
    }

    @Test
    void anErrorThatComesTooLateIsLogged() throws Exception {
        World world = world(pool);
        try (LogWatch log = new LogWatch("dev.firefly.resilience.timelimiter")) {
            Caller caller = new Caller(() -> world.limiter.<String, RuntimeException>call(() -> {
                deaf();
                throw new AssertionError("late");
            }));
            begun.await();
            world.passLimit();
            assertThat(caller.report().outcome()).isInstanceOf(TimeoutExceededException.class);

            goOn.countDown();
            pool.firstLeftFlagSet();
            assertThat(log.lines())
                    .containsExactly("SEVERE Time limiter [x]: a call that took too long failed in the end");
        }
    }

    @Test
    void anInterruptOfTheCallerReachesTheBodyAndIsUsedUpByIt() throws Exception {
        World world = world(pool);
        InterruptedException[] noticed = new InterruptedException[1];
        Caller caller = new Caller(() -> world.limiter.<String, Exception>call(() -> {
            begun.countDown();
            try {
                return String.valueOf(new CountDownLatch(1).await(1, TimeUnit.MINUTES));
            } catch (InterruptedException e) {
                noticed[0] = e;
                throw e;
            }
        }));
        begun.await();

        caller.thread.interrupt();

        Report report = caller.report();
        assertThat(report.outcome()).isSameAs(noticed[0]).isNotNull();
        assertThat(report.interrupted()).isFalse();
        assertThat(pool.firstLeftFlagSet()).isFalse();
        assertThat(world.events).isEmpty();
    }

    @Test
    void anInterruptThatTheBodyDoesNotNoticeComesBackToTheCaller() throws Exception {
        World world = world(pool);
        Caller caller = new Caller(() -> world.limiter.<String, IOException>call(() -> {
            begun.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            return "done";
        }));
        begun.await();

        caller.thread.interrupt();

        assertThat(caller.report().outcome()).isEqualTo("done");
        assertThat(caller.report().interrupted()).isTrue();
        assertThat(pool.firstLeftFlagSet()).isFalse();
    }

    @Test
    void anInterruptedCallerGoesOnWaitingUntilTheDeadlineAndIsThenStillInterrupted() throws Exception {
        World world = world(pool);
        Caller caller = new Caller(() -> world.limiter.call(this::deaf));
        begun.await();
        caller.thread.interrupt();
        while (caller.thread.isInterrupted()) {
            Thread.onSpinWait();
        }
        assertThat(caller.isStillWaiting()).isTrue();

        world.passLimit();

        assertThat(caller.report().outcome()).isInstanceOf(TimeoutExceededException.class);
        assertThat(caller.report().interrupted()).isTrue();
    }

    @Test
    void anInterruptBeforeTheBodyBeginsReachesItWhenItDoes() throws Exception {
        Queue<Runnable> submitted = new ArrayDeque<>();
        CountDownLatch handedOver = new CountDownLatch(1);
        World world = world(task -> {
            submitted.add(task);
            handedOver.countDown();
        });
        Caller caller = new Caller(() -> {
            Thread.currentThread().interrupt();
            return world.limiter.<Boolean, RuntimeException>call(Thread::interrupted);
        });
        handedOver.await();
        while (caller.thread.isInterrupted()) {
            Thread.onSpinWait();
        }

        submitted.remove().run();

        assertThat(caller.report().outcome()).isEqualTo(true);
        assertThat(caller.report().interrupted()).isFalse();
    }
}
