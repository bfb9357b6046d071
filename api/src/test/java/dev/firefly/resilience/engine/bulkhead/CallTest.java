package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.core.Unfinished;
import dev.firefly.resilience.engine.Allocations;
import dev.firefly.resilience.engine.bulkhead.World.Place;
import dev.firefly.resilience.event.CallRejected;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What only a call on the caller's own thread can meet. */
@Timeout(120)
class CallTest {
    private static final Duration WAIT = Duration.ofMinutes(1);

    @ParameterizedTest
    @EnumSource(Place.class)
    void theResultAndTheCheckedExceptionOfTheBodyPassThrough(Place place) throws IOException {
        World world = new World(place, b -> b);
        IOException failure = new IOException("on purpose");

        assertThat(world.bulkhead.<String, IOException>call(() -> "done")).isEqualTo("done");
        assertThat(world.bulkhead.<String, IOException>call(() -> null)).isNull();
        assertThatThrownBy(() -> world.bulkhead.call(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void theBodyRunsOnTheThreadOfTheCallerAndUnderNoLockOfTheStore(Place place) {
        World world = new World(place, b -> b.maxConcurrent(2));

        Thread thread = world.bulkhead.<Thread, RuntimeException>call(
                // would wait for the lock, if the call outside held it
                () -> world.bulkhead.<Thread, RuntimeException>call(Thread::currentThread));

        assertThat(thread).isSameAs(Thread.currentThread());
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aCallerWhoIsInterruptedWhileItWaitsIsTurnedAwayWithItsFlagSet(Place place) throws InterruptedException {
        World world = new World(place, b -> b.maxWait(WAIT));
        Call running = Form.CALL.start(world.bulkhead).awaitBegun();
        world.awaitQuiet();
        CompletableFuture<BulkheadFullException> rejection = new CompletableFuture<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread waiting = new Thread(() -> {
            try {
                world.bulkhead.call(() -> "never");
            } catch (BulkheadFullException full) {
                flag.set(Thread.currentThread().isInterrupted());
                rejection.complete(full);
            }
        });
        waiting.start();
        world.awaitWaiting(1);

        waiting.interrupt();

        assertThat(Call.get(rejection)).hasCauseInstanceOf(InterruptedException.class);
        assertThat(Call.get(rejection)).hasMessageContaining("interrupted");
        assertThat(flag).isTrue();
        assertThat(world.events(CallRejected.class)).hasSize(1);
        world.awaitQuiet();
        running.succeed();
        Form.CALL.start(world.bulkhead).awaitBegun().succeed();
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void thePermitIsHeldUntilTheWorkHasEndedThatTheBodyLeftBehind(Place place) {
        World world = new World(place, b -> b.maxConcurrent(2));
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> second = new CompletableFuture<>();

        assertThatThrownBy(() -> world.bulkhead.call(() -> {
                    Unfinished.leave(first);
                    Unfinished.leave(second);
                    throw new IOException("out of time");
                }))
                .isInstanceOf(IOException.class);

        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        first.completeExceptionally(new IOException("late"));
        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
        second.complete("late");
        assertThat(world.bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void workThatWasLeftBehindBeforeOrByOthersHoldsNothing() throws InterruptedException {
        World world = new World(Place.MEMORY, b -> b);
        Unfinished.leave(new CompletableFuture<>());

        world.bulkhead.<String, RuntimeException>call(() -> {
            Thread other = new Thread(() -> Unfinished.leave(new CompletableFuture<>()));
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return "done";
        });

        assertThat(world.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void aCallInMemoryAllocatesNothing() throws Exception {
        World world = new World(Place.MEMORY, b -> b.maxWait(WAIT));
        Runnable call = () -> world.bulkhead.<String, RuntimeException>call(() -> "done");

        assertThat(Allocations.bytesPerRun(call)).isZero();
    }

    @Test
    void aCallInMemoryWhosePermitIsRenewedAllocatesNothing() throws Exception {
        World world = new World(Place.MEMORY, b -> b.permitRenewal(true));
        Runnable call = () -> world.bulkhead.<String, RuntimeException>call(() -> "done");

        assertThat(Allocations.bytesPerRun(call)).isZero();
    }
}
