package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Unfinished;
import dev.firefly.resilience.engine.bulkhead.World.Place;
import dev.firefly.resilience.event.CallRejected;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What only an asynchronous call can meet. */
@Timeout(120)
class CallAsyncTest {
    private static final Duration WAIT = Duration.ofMinutes(1);

    private static CompletableFuture<String> call(World world, CompletionStage<String> body) {
        return world.bulkhead.callAsync(() -> body).toCompletableFuture();
    }

    /** A bulkhead whose only permit is held until the future completes. */
    private static CompletableFuture<String> hold(World world) {
        CompletableFuture<String> body = new CompletableFuture<>();
        call(world, body);
        World.await(() -> world.bulkhead.availablePermits() == 0);
        world.awaitQuiet();
        return body;
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aBodyThatThrowsOrReturnsNothingGivesAFailedStageAndItsPermitBack(Place place) {
        World world = new World(place, b -> b);
        IOException failure = new IOException("on purpose");
        CompletableFuture<String> thrown = world.bulkhead
                .<String>callAsync(() -> {
                    throw failure;
                })
                .toCompletableFuture();
        assertThatThrownBy(() -> Call.get(thrown)).isSameAs(failure);
        CompletableFuture<String> nothing =
                world.bulkhead.<String>callAsync(() -> null).toCompletableFuture();
        assertThatThrownBy(() -> Call.get(nothing)).isInstanceOf(NullPointerException.class);

        assertThat(Call.get(call(world, CompletableFuture.completedStage("done"))))
                .isEqualTo("done");
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aCallThatIsCancelledWhileItRunsCancelsItsBodyAndGivesThePermitBack(Place place) {
        World world = new World(place, b -> b);
        CompletableFuture<String> body = new CompletableFuture<>();
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        CompletableFuture<String> call = world.bulkhead
                .callAsync(() -> {
                    begun.complete(true);
                    return body;
                })
                .toCompletableFuture();
        Call.get(begun);

        call.cancel(true);

        World.await(body::isCancelled);
        World.await(() -> world.bulkhead.availablePermits() == 1);
    }

    @Test
    void thePermitOfABodyThatCannotBeCancelledIsHeldUntilItEnds() {
        World world = new World(Place.MEMORY, b -> b);
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> call = call(world, work.minimalCompletionStage());

        call.cancel(true);
        assertThat(world.bulkhead.availablePermits()).isZero();
        work.complete("late");

        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aCallThatIsCancelledWhileItWaitsLeavesTheLineAndTheNextOneMovesUp(Place place) {
        World world = new World(place, b -> b.maxWait(WAIT));
        CompletableFuture<String> held = hold(world);
        AtomicBoolean begun = new AtomicBoolean();
        CompletableFuture<String> first = world.bulkhead
                .callAsync(() -> {
                    begun.set(true);
                    return new CompletableFuture<String>();
                })
                .toCompletableFuture();
        CompletableFuture<String> second = call(world, CompletableFuture.completedStage("done"));
        world.awaitWaiting(2);

        first.cancel(true);
        World.await(() -> world.timers() == 2);
        held.complete("done");

        assertThat(Call.get(second)).isEqualTo("done");
        world.awaitQuiet();
        assertThat(begun).isFalse();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        assertThat(world.events).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void tenThousandCallsThatWaitedInVainLeaveNothingBehind(Place place) {
        World world = new World(place, b -> b.maxWait(WAIT).permitTtl(Duration.ofHours(1)));
        CompletableFuture<String> held = hold(world);
        List<CompletableFuture<String>> line = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            line.add(call(world, new CompletableFuture<>()));
        }
        assertThat(world.timers()).isEqualTo(10_001);

        world.advance(WAIT);

        for (CompletableFuture<String> call : line) {
            assertThatThrownBy(() -> Call.get(call)).isInstanceOf(BulkheadFullException.class);
        }
        assertThat(world.events(CallRejected.class)).hasSize(10_000);
        world.awaitQuiet();
        held.complete("done");
        assertThat(Call.get(call(world, CompletableFuture.completedStage("done"))))
                .isEqualTo("done");
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void afterAWaitTheBodyRunsOnTheExecutorUnderTheDeadlineOfTheCaller() {
        Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        World world = new World(Place.MEMORY, b -> b.maxWait(WAIT), tasks::add);
        CompletableFuture<String> held = hold(world);
        AtomicReference<Duration> remaining = new AtomicReference<>();
        try (Deadline.Scope scope = Deadline.open(world.clock, WAIT)) {
            world.bulkhead.callAsync(() -> {
                remaining.set(Deadline.current().remaining());
                return CompletableFuture.completedFuture("done");
            });
        }
        held.complete("done");
        assertThat(remaining).hasValue(null);

        world.advance(Duration.ofSeconds(1));
        tasks.remove().run();

        assertThat(remaining).hasValue(WAIT.minusSeconds(1));
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void aRejectionAfterAWaitCompletesOnTheExecutorAndNotOnTheThreadOfTheClock() {
        Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        World world = new World(Place.MEMORY, b -> b.maxWait(WAIT).permitTtl(WAIT.multipliedBy(2)), tasks::add);
        hold(world);
        CompletableFuture<String> waiting = call(world, new CompletableFuture<>());

        world.advance(WAIT);
        assertThat(waiting).isNotDone();
        tasks.remove().run();

        assertThatThrownBy(() -> Call.get(waiting)).isInstanceOf(BulkheadFullException.class);
    }

    @Test
    void aPermitThatComesForACallThatHasJustBeenCancelledGoesBackAtOnce() {
        Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        World world = new World(Place.MEMORY, b -> b.maxWait(WAIT), tasks::add);
        CompletableFuture<String> held = hold(world);
        CompletableFuture<String> waiting = call(world, new CompletableFuture<>());
        held.complete("done");

        waiting.cancel(true);
        tasks.remove().run();

        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void anExecutorThatRefusesFailsTheCallAndGivesItsPermitBack() {
        Executor refusing = task -> {
            throw new RejectedExecutionException("full");
        };
        World world = new World(Place.MEMORY, b -> b.maxWait(WAIT), refusing);
        CompletableFuture<String> held = hold(world);
        CompletableFuture<String> waiting = call(world, new CompletableFuture<>());

        held.complete("done");

        assertThatThrownBy(() -> Call.get(waiting)).isInstanceOf(RejectedExecutionException.class);
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void aStageThatTakesNoCallbacksIsAFailureAndItsPermitGoesBackOnce() {
        World world = new World(Place.MEMORY, b -> b.maxConcurrent(2));
        call(world, new CompletableFuture<>());
        CompletableFuture<String> odd = new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
                super.whenComplete(action);
                throw new UnsupportedOperationException("no callbacks");
            }
        };
        odd.complete("done");

        call(world, odd);

        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void thePermitIsHeldUntilTheWorkHasEndedThatTheBodyLeftBehind(Place place) {
        World world = new World(place, b -> b);
        CompletableFuture<String> rest = new CompletableFuture<>();
        CompletableFuture<String> body = new CompletableFuture<>();
        CompletableFuture<String> call = world.bulkhead
                .callAsync(() -> {
                    Deadline.current().group().add(rest);
                    return body;
                })
                .toCompletableFuture();

        body.complete("early");
        assertThat(Call.get(call)).isEqualTo("early");
        assertThat(world.bulkhead.availablePermits()).isZero();
        rest.completeExceptionally(new IOException("late"));

        World.await(() -> world.bulkhead.availablePermits() == 1);
    }

    @Test
    void aBulkheadAroundABulkheadHoldsItsPermitToo() {
        World world = new World(Place.MEMORY, b -> b.maxConcurrent(2));
        CompletableFuture<String> rest = new CompletableFuture<>();

        world.bulkhead.callAsync(() -> world.bulkhead.callAsync(() -> {
            Unfinished.leave(rest);
            return CompletableFuture.completedFuture("early");
        }));

        assertThat(world.bulkhead.availablePermits()).isZero();
        rest.complete("late");
        assertThat(world.bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void whoeverKeepsTheResultDoesNotKeepTheCall() {
        World world = new World(Place.MEMORY, b -> b.maxWait(WAIT));
        CompletableFuture<String> held = new CompletableFuture<>();
        List<WeakReference<Object>> bodies = new ArrayList<>();
        List<CompletableFuture<String>> kept = List.of(guarded(world, held, bodies), guarded(world, held, bodies));

        held.complete("done");

        kept.forEach(Call::get);
        World.await(() -> {
            System.gc();
            return bodies.stream().allMatch(body -> body.refersTo(null));
        });
        assertThat(kept).allMatch(CompletableFuture::isDone);
    }

    private static CompletableFuture<String> guarded(
            World world, CompletionStage<String> until, List<WeakReference<Object>> bodies) {
        Object large = new Object();
        bodies.add(new WeakReference<>(large));
        return world.bulkhead
                .callAsync(() -> until.thenApply(value -> value + large.hashCode()))
                .toCompletableFuture();
    }
}
