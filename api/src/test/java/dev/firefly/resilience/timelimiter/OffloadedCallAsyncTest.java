package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Unfinished;
import dev.firefly.resilience.engine.CarryingExecutor;
import dev.firefly.resilience.event.DeadlineExceeded;
import dev.firefly.resilience.internal.Refusing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The asynchronous call whose body is begun on the executor. */
@Timeout(60)
class OffloadedCallAsyncTest {
    private final Pool pool = new Pool(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CompletableFuture<String> body = new CompletableFuture<>();

    private static World world(Executor executor) {
        return new World(executor, settings -> settings.offload(true));
    }

    @AfterEach
    void nothingGoesOn() {
        goOn.countDown();
        pool.close();
        assertThat(Thread.interrupted()).isFalse();
    }

    private CompletionStage<String> deafStart() {
        begun.countDown();
        Uninterruptibly.await(goOn);
        return body;
    }

    private static void assertExceeded(CompletableFuture<?> result) {
        assertThatThrownBy(() -> result.get(1, TimeUnit.MINUTES)).cause().isInstanceOf(TimeoutExceededException.class);
    }

    @Test
    void theCallEndsAtTheDeadlineThoughTheOnlyThreadOfTheExecutorTakesNoNotice() throws Exception {
        World world = world(pool);
        CompletableFuture<String> result =
                world.limiter.callAsync(this::deafStart).toCompletableFuture();
        begun.await();

        world.passLimit();
        world.advance(World.HANDOVER);

        assertExceeded(result);
        assertThat(world.exceeded()).hasSize(1);
    }

    @Test
    void theStageOfALateStartIsCancelledWhenItComes() throws Exception {
        World world = world(pool);
        world.limiter.callAsync(this::deafStart);
        begun.await();
        world.passLimit();
        world.advance(World.HANDOVER);

        goOn.countDown();

        assertThatThrownBy(() -> body.get(1, TimeUnit.MINUTES)).isInstanceOf(CancellationException.class);
        assertThat(pool.firstLeftFlagSet()).isFalse();
    }

    @Test
    void theGroupOfTheCallIsToldOfAStartThatGoesOn() throws Exception {
        World world = world(pool);
        Unfinished.Group group = new Unfinished.Group(null);
        List<CompletionStage<?>> left = new ArrayList<>();
        CompletableFuture<String> result;
        try (Deadline.Scope scope = Deadline.current().with(group).resume()) {
            result = world.limiter.callAsync(this::deafStart).toCompletableFuture();
        }
        result.whenComplete((value, failure) -> left.add(group.end()));
        begun.await();
        world.passLimit();
        world.advance(World.HANDOVER);

        assertThat(left.get(0).toCompletableFuture()).isNotDone();

        goOn.countDown();
        left.get(0).toCompletableFuture().get(1, TimeUnit.MINUTES);
        assertThat(body).isDone();
    }

    @Test
    void aBodyThatHasNotBegunAtTheDeadlineNeverBegins() {
        Queue<Runnable> submitted = new ArrayDeque<>();
        World world = world(submitted::add);
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            results.add(world.limiter.callAsync(this::deafStart).toCompletableFuture());
        }

        world.passLimit();
        world.advance(World.HANDOVER);

        results.forEach(OffloadedCallAsyncTest::assertExceeded);
        submitted.forEach(Runnable::run);
        assertThat(begun.getCount()).isOne();
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void aCancelledCallThatHasNotBegunNeverBegins() {
        Queue<Runnable> submitted = new ArrayDeque<>();
        World world = world(submitted::add);
        CompletableFuture<String> result =
                world.limiter.callAsync(this::deafStart).toCompletableFuture();

        result.cancel(true);
        submitted.forEach(Runnable::run);

        assertThat(begun.getCount()).isOne();
        world.passLimit();
        assertThat(world.events).isEmpty();
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void cancellingTheResultInterruptsTheThreadThatBeginsTheBody() throws Exception {
        World world = world(pool);
        CountDownLatch interrupted = new CountDownLatch(1);
        CompletableFuture<String> result = world.limiter
                .callAsync(() -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        interrupted.countDown();
                    }
                    return body;
                })
                .toCompletableFuture();
        begun.await();

        result.cancel(true);

        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(world.events).isEmpty();
    }

    @Test
    void atTheDeadlineTheThreadThatBeginsTheBodyIsInterruptedOnce() throws Exception {
        World world = world(pool);
        CountDownLatch interrupted = new CountDownLatch(1);
        CompletableFuture<Boolean> again = new CompletableFuture<>();
        CompletableFuture<String> result = world.limiter
                .callAsync(() -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    try {
                        goOn.await();
                        again.complete(false);
                    } catch (InterruptedException e) {
                        again.complete(true);
                    }
                    return body;
                })
                .toCompletableFuture();
        begun.await();
        world.passLimit();
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        world.advance(World.HANDOVER);
        assertExceeded(result);

        goOn.countDown();

        assertThat(again.get(1, TimeUnit.MINUTES)).isFalse();
    }

    @Test
    void cancellingTheResultLeavesABodyInPeaceThatIsNotToBeInterrupted() throws Exception {
        World world = new World(pool, settings -> settings.offload(true).interrupt(false));
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        CompletableFuture<String> result = world.limiter
                .callAsync(() -> {
                    begun.countDown();
                    flag.complete(Uninterruptibly.await(goOn));
                    return body;
                })
                .toCompletableFuture();
        begun.await();

        result.cancel(true);
        goOn.countDown();

        assertThat(flag.get(1, TimeUnit.MINUTES)).isFalse();
        assertThat(pool.firstLeftFlagSet()).isFalse();
        assertThat(body).isCancelled();
    }

    @Test
    void aRefusalOfTheExecutorFailsTheStage() {
        RejectedExecutionException refusal = new RejectedExecutionException("full");
        World world = world(task -> {
            throw refusal;
        });

        CompletableFuture<String> result =
                world.limiter.callAsync(this::deafStart).toCompletableFuture();

        assertThatThrownBy(result::get).hasCause(refusal);
        world.passLimit();
        assertThat(world.events).isEmpty();
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void aStageThatTakesNoCallbacksHasFailed() {
        UnsupportedOperationException refusal = new UnsupportedOperationException("on purpose");
        World world = world(pool);

        CompletableFuture<String> result =
                world.limiter.callAsync(() -> new Refusing<String>(refusal)).toCompletableFuture();

        assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS)).hasCause(refusal);
        world.passLimit();
        assertThat(world.events).isEmpty();
        assertThat(world.clock.timers()).isZero();
    }

    @Test
    void theContextOfTheCallerIsPresentInTheBodyAndInTheListener() throws Exception {
        ThreadLocal<String> context = new ThreadLocal<>();
        World world = world(new CarryingExecutor(context, pool));
        List<String> heard = new ArrayList<>();
        world.registry.events().subscribe(DeadlineExceeded.class, event -> heard.add(context.get()));
        context.set("caller");
        CompletableFuture<String> inBody = new CompletableFuture<>();
        CompletableFuture<String> result = world.limiter
                .callAsync(() -> {
                    inBody.complete(context.get());
                    return body;
                })
                .toCompletableFuture();
        context.remove();
        assertThat(inBody.get(1, TimeUnit.MINUTES)).isEqualTo("caller");

        world.passLimit();

        assertExceeded(result);
        assertThat(heard).containsExactly("caller");
    }
}
