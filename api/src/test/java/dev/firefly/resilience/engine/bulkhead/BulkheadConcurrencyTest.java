package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.engine.bulkhead.World.Place;
import dev.firefly.resilience.engine.state.Threads;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads at once. */
@Timeout(120)
class BulkheadConcurrencyTest {
    private static final int LIMIT = 3;
    private static final Duration HOUR = Duration.ofHours(1);

    /** Counts the bodies that run at once. */
    private static final class Meter {
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger all = new AtomicInteger();

        void enter() {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            all.incrementAndGet();
            Thread.onSpinWait();
        }

        void leave() {
            running.decrementAndGet();
        }

        boolean run() {
            enter();
            Thread.onSpinWait();
            leave();
            return true;
        }
    }

    private static int rounds(Place place) {
        return place == Place.MEMORY ? 500 : 50;
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void neverMoreBodiesRunThanThereArePermitsAndNoCallThatWaitsIsLost(Place place) throws InterruptedException {
        World world = new World(place, b -> b.maxConcurrent(LIMIT).maxWait(HOUR).permitTtl(HOUR));
        Meter meter = new Meter();

        Threads.together(8, thread -> {
            for (int i = 0; i < rounds(place); i++) {
                world.bulkhead.call(meter::run);
            }
        });

        assertThat(meter.most).hasValueBetween(1, LIMIT);
        assertThat(meter.all).hasValue(8 * rounds(place));
        world.awaitAvailable(LIMIT);
        world.awaitQuiet();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void neverMoreBodiesRunThanThereArePermitsWhenNobodyWaits(Place place) throws InterruptedException {
        World world = new World(place, b -> b.maxConcurrent(LIMIT));
        Meter meter = new Meter();
        AtomicInteger rejected = new AtomicInteger();

        Threads.together(8, thread -> {
            for (int i = 0; i < rounds(place); i++) {
                try {
                    world.bulkhead.call(meter::run);
                } catch (BulkheadFullException full) {
                    rejected.incrementAndGet();
                }
            }
        });

        assertThat(meter.most).hasValueBetween(1, LIMIT);
        assertThat(meter.all.get() + rejected.get()).isEqualTo(8 * rounds(place));
        world.awaitAvailable(LIMIT);
        world.awaitQuiet();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void asManyThreadsAsThereArePermitsNeverRejectEachOther(Place place) throws InterruptedException {
        World world = new World(place, b -> b.maxConcurrent(4));

        Threads.together(4, thread -> {
            for (int i = 0; i < rounds(place); i++) {
                world.bulkhead.call(() -> true);
            }
        });

        assertThat(world.events).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void asynchronousCallsKeepTheLimitAndNoneIsLost(Place place) throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try {
            World world =
                    new World(place, b -> b.maxConcurrent(LIMIT).maxWait(HOUR).permitTtl(HOUR), executor);
            Meter meter = new Meter();
            Queue<CompletableFuture<Boolean>> calls = new ConcurrentLinkedQueue<>();

            Threads.together(4, thread -> {
                for (int i = 0; i < rounds(place); i++) {
                    calls.add(world.bulkhead
                            .callAsync(() -> CompletableFuture.supplyAsync(meter::run, executor))
                            .toCompletableFuture());
                }
            });

            calls.forEach(Call::get);
            assertThat(meter.most).hasValueBetween(1, LIMIT);
            assertThat(meter.all).hasValue(4 * rounds(place));
            world.awaitAvailable(LIMIT);
            world.awaitQuiet();
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void theBodiesOfAllNodesTogetherKeepTheLimit() throws InterruptedException {
        World first =
                new World(Place.STORE, b -> b.maxConcurrent(LIMIT).maxWait(HOUR).permitTtl(HOUR));
        World[] nodes = {first, first.otherNode(), first.otherNode()};
        Meter meter = new Meter();

        Threads.together(9, thread -> {
            for (int i = 0; i < 20; i++) {
                nodes[thread % 3].bulkhead.call(meter::run);
            }
        });

        assertThat(meter.most).hasValueBetween(1, LIMIT);
        assertThat(meter.all).hasValue(180);
        first.awaitAvailable(LIMIT);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void twoThreadsThatHandOnePermitToEachOtherNeverStop(Place place) throws InterruptedException {
        World world = new World(place, b -> b.maxWait(HOUR).permitTtl(HOUR));

        Threads.together(2, thread -> {
            for (int i = 0; i < 4 * rounds(place); i++) {
                world.bulkhead.acquire().close();
            }
        });

        world.awaitAvailable(1);
        world.awaitQuiet();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void interruptsThatMeetPermitsLoseNone(Place place) throws InterruptedException {
        World world = new World(place, b -> b.maxWait(HOUR).permitTtl(HOUR));
        for (int i = 0; i < rounds(place); i++) {
            Permit held = world.bulkhead.acquire();
            Thread waiting = new Thread(() -> {
                try {
                    world.bulkhead.acquire().close();
                } catch (BulkheadFullException interrupted) {
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                }
            });
            waiting.start();
            World.await(() -> world.timers() > 0);

            Threads.together(2, thread -> {
                if (thread == 0) {
                    held.close();
                } else {
                    waiting.interrupt();
                }
            });

            waiting.join();
            world.awaitAvailable(1);
            world.awaitQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void cancellationsThatMeetPermitsLoseNone(Place place) throws InterruptedException {
        World world = new World(place, b -> b.maxWait(HOUR).permitTtl(HOUR));
        for (int i = 0; i < rounds(place); i++) {
            Permit held = world.bulkhead.acquire();
            CompletableFuture<String> waiting = world.bulkhead
                    .callAsync(() -> CompletableFuture.completedFuture("done"))
                    .toCompletableFuture();

            Threads.together(2, thread -> {
                if (thread == 0) {
                    held.close();
                } else {
                    waiting.cancel(true);
                }
            });

            world.awaitAvailable(1);
            world.awaitQuiet();
        }
    }
}
