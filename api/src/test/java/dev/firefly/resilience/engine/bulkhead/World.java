package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.state.Cells;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.engine.state.MemoryCells;
import dev.firefly.resilience.engine.state.SharedCells;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A node on a clock moved by hand, with a bulkhead named {@code x} whose settings can be changed. */
final class World {
    /** Where permits are kept. */
    enum Place {
        MEMORY,
        STORE
    }

    static final String KEY = "test:bulkhead:x";
    static final Duration TTL = Duration.ofSeconds(8);
    static final Duration STALENESS = Duration.ofSeconds(1);

    private static final AtomicInteger NODES = new AtomicInteger();
    private static final AtomicInteger BARRIERS = new AtomicInteger();

    final ManualClock clock;
    final FaultyStore store;
    final Cells cells;
    final Environment environment;
    final StoredBulkhead bulkhead;
    final List<ResilienceEvent> events = new CopyOnWriteArrayList<>();
    volatile BulkheadConfig config;

    private final Place place;

    World(Place place, UnaryOperator<BulkheadConfig.Builder> settings) {
        this(place, settings, Runnable::run);
    }

    World(Place place, UnaryOperator<BulkheadConfig.Builder> settings, Executor executor) {
        this(place, config(settings), executor, new ManualClock(), null);
    }

    private World(Place place, BulkheadConfig config, Executor executor, ManualClock clock, FaultyStore beside) {
        this.place = place;
        this.config = config;
        this.clock = clock;
        this.store = beside == null ? new FaultyStore(clock) : beside.join();
        String node = "node-" + NODES.incrementAndGet();
        this.cells = place == Place.MEMORY ? new MemoryCells(node, clock) : shared(node);
        EventBus bus = new EventBus();
        bus.subscribe(ResilienceEvent.class, events::add);
        this.environment = new Environment(node, clock, Randomness.system(), bus, executor, false, cells);
        this.bulkhead = new StoredBulkhead("x", () -> this.config, environment);
    }

    /** Nobody is to give up because the machine is busy, so the patience with the store is long. */
    private Cells shared(String node) {
        SharedCells.Limits limits = new SharedCells.Limits(
                Duration.ofMinutes(1).toNanos(),
                STALENESS.toNanos(),
                Duration.ofHours(24).toNanos(),
                false,
                OnFailure.FAIL);
        return new SharedCells(
                store, "test", node, NODES.incrementAndGet(), limits, clock, new EventBus(), Runnable::run);
    }

    private static BulkheadConfig config(UnaryOperator<BulkheadConfig.Builder> settings) {
        return settings.apply(BulkheadConfig.builder().maxConcurrent(1).permitTtl(TTL))
                .build();
    }

    /** Another node beside this one; only in a store can there be one. */
    World otherNode() {
        return new World(place, config, Runnable::run, clock, store);
    }

    /** Another bulkhead of the same name on this node. */
    StoredBulkhead another(UnaryOperator<BulkheadConfig.Builder> settings) {
        BulkheadConfig other = config(settings);
        return new StoredBulkhead("x", () -> other, environment);
    }

    void change(UnaryOperator<BulkheadConfig.Builder> settings) {
        config = settings.apply(config.toBuilder()).build();
    }

    void advance(Duration by) {
        clock.advance(by);
    }

    /** Waits until so many calls wait here: each for its time, and one look after a while for all of them. */
    void awaitWaiting(int count) {
        try {
            clock.awaitTimers(count + 1 + (place == Place.STORE ? 1 : 0));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** How many timers there are that belong to a bulkhead. */
    int timers() {
        return clock.timers() - (place == Place.STORE ? 1 : 0);
    }

    /** What is given back on one node is seen on another after a moment. */
    void awaitAvailable(int permits) {
        await(() -> bulkhead.availablePermits() == permits);
    }

    /** Waits until the store has answered all that was asked of it, and nobody waits: then there is no timer. */
    void awaitQuiet() {
        await(() -> timers() == 0);
    }

    /** Moves time on as it does move: in small steps, in each of which the store does what there is to do. */
    void advanceSlowly(Duration by) {
        Duration step = Duration.ofMillis(250);
        for (Duration left = by; left.compareTo(Duration.ZERO) > 0; left = left.minus(step)) {
            advance(left.compareTo(step) < 0 ? left : step);
            awaitStore();
        }
    }

    /** Moves time on in small steps until another node sees so many permits; for a few seconds at most. */
    void advanceUntilAvailable(World other, int permits) {
        for (int i = 0; i < 40 && other.bulkhead.availablePermits() != permits; i++) {
            advance(Duration.ofMillis(100));
            awaitStore();
        }
        other.awaitAvailable(permits);
    }

    /** Waits until all that was asked of the store up to now is answered, and what was asked because of that. */
    void awaitStore() {
        for (int i = 0; place == Place.STORE && i < 2; i++) {
            String fresh = "barrier-" + BARRIERS.incrementAndGet();
            StoredBulkhead barrier = new StoredBulkhead(fresh, () -> config(b -> b), environment);
            barrier.availablePermits(); // the last in the lane for reads
            barrier.tryAcquire(); // and in the one for changes
        }
    }

    /** Asks until that is so, but not for ever. */
    static void await(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > Duration.ofMinutes(1).toNanos()) {
                throw new AssertionError("not within a minute");
            }
            Thread.onSpinWait();
        }
    }

    <T> List<T> events(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
