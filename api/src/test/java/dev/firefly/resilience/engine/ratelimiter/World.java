package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Cells;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.engine.state.MemoryCells;
import dev.firefly.resilience.engine.state.SharedCells;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A node on a clock moved by hand, with a limiter named {@code x}, whose settings can be changed while it lives. */
final class World {
    /** Where buckets are kept. */
    enum Place {
        MEMORY,
        STORE
    }

    static final String NAME = "x";
    static final String KEY = "test:rate-limiter:x";
    /** So long that nobody gives up because the machine is busy. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final AtomicInteger NODES = new AtomicInteger();

    final ManualClock clock;
    final FaultyStore store;
    final WaitingClock waits;
    final Cells cells;
    final StoredRateLimiter limiter;
    final List<CallRejected> rejections = new CopyOnWriteArrayList<>();
    volatile RateLimiterConfig config;
    volatile Executor executor = Runnable::run;

    private final Place place;
    private final Environment environment;

    World(Place place, UnaryOperator<RateLimiterConfig.Builder> settings) {
        this(place, settings, PATIENCE);
    }

    World(Place place, UnaryOperator<RateLimiterConfig.Builder> settings, Duration patience) {
        this(place, settings.apply(RateLimiterConfig.builder()).build(), new ManualClock(), null, patience);
    }

    private World(Place place, RateLimiterConfig config, ManualClock clock, FaultyStore beside, Duration patience) {
        this.place = place;
        this.config = config;
        this.clock = clock;
        this.store = beside == null ? new FaultyStore(clock) : beside.join();
        this.waits = new WaitingClock(clock);
        int number = NODES.incrementAndGet();
        this.cells = place == Place.MEMORY
                ? new MemoryCells("node-" + number, waits)
                : new SharedCells(
                        store,
                        "test",
                        "node-" + number,
                        number,
                        new SharedCells.Limits(
                                patience.toNanos(),
                                Duration.ofSeconds(1).toNanos(),
                                Duration.ofHours(24).toNanos(),
                                false,
                                OnFailure.FAIL),
                        clock,
                        new EventBus(),
                        Runnable::run);
        EventBus events = new EventBus();
        events.subscribe(CallRejected.class, rejections::add);
        this.environment = new Environment(
                "node-" + number, waits, () -> 0.5, events, task -> executor.execute(task), false, cells);
        this.limiter = limiter(NAME);
    }

    StoredRateLimiter limiter(String name) {
        return new StoredRateLimiter(name, () -> config, environment);
    }

    /** Another limiter object of the same name on the same node, whose asynchronous calls go on there. */
    StoredRateLimiter limiterOn(Executor other) {
        Environment with = new Environment(
                environment.node(), waits, environment.random(), environment.events(), other, false, cells);
        return new StoredRateLimiter(NAME, () -> config, with);
    }

    /** A limiter of the same name and node that reaches its state through other cells. */
    StoredRateLimiter limiterThrough(Cells other) {
        Environment with = new Environment(
                environment.node(),
                waits,
                environment.random(),
                environment.events(),
                environment.executor(),
                false,
                other);
        return new StoredRateLimiter(NAME, () -> config, with);
    }

    /** Another limiter object of the same name on the same node, with settings of its own. */
    StoredRateLimiter sibling(UnaryOperator<RateLimiterConfig.Builder> settings) {
        RateLimiterConfig other = settings.apply(config.toBuilder()).build();
        return new StoredRateLimiter(NAME, () -> other, environment);
    }

    /** Another node beside this one; only in a store can there be one. */
    World otherNode(UnaryOperator<RateLimiterConfig.Builder> settings) {
        return new World(place, settings.apply(config.toBuilder()).build(), clock, store, PATIENCE);
    }

    World otherNode() {
        return otherNode(b -> b);
    }

    /** Other settings are in force from now on. */
    void reconfigure(UnaryOperator<RateLimiterConfig.Builder> settings) {
        config = settings.apply(config.toBuilder()).build();
    }

    void advance(Duration by) {
        clock.advance(by);
    }

    /** Takes one token after the other until there is none. */
    int drain() {
        int taken = 0;
        while (limiter.tryAcquire()) {
            taken++;
        }
        return taken;
    }

    Cell<TokenBucket> cell() {
        return cells.cell(Pattern.RATE_LIMITER, NAME, new BucketType());
    }

    /** Waits until all this node has on its way to the store is there. */
    void awaitWritten() {
        cell().update((bucket, now) -> new Step<>(bucket, true), cell().patience(), change -> {});
    }
}
