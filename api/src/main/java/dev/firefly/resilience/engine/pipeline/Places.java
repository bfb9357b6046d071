package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.state.Cells;
import dev.firefly.resilience.engine.state.CellsFactory;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.timelimiter.DeadlineWatch;
import dev.firefly.resilience.store.ResilienceStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What the pipelines of one registry have in common: one set of cells for each store and clock that they name, and one
 * watch for each clock. Stores and clocks are told apart by identity. Thread-safe; asked when a pipeline is used first,
 * never during a call.
 */
final class Places implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience");

    private final CellsFactory factory;
    private final EventBus events;
    private final IdentityHashMap<@Nullable ResilienceStore, IdentityHashMap<Clock, Cells>> cells =
            new IdentityHashMap<>();
    private final IdentityHashMap<Clock, DeadlineWatch> watches = new IdentityHashMap<>();
    private final List<Cells> opened = new ArrayList<>();
    private final Lock lock = new ReentrantLock();
    private boolean closed;

    /** @param environment whose cells and whose watch serve where a pipeline names no other clock and store */
    Places(Environment environment, DeadlineWatch watch, CellsFactory factory) {
        this.factory = factory;
        this.events = environment.events();
        on(factory.store()).put(environment.clock(), environment.cells());
        watches.put(environment.clock(), watch);
    }

    private IdentityHashMap<Clock, Cells> on(@Nullable ResilienceStore store) {
        return cells.computeIfAbsent(store, any -> new IdentityHashMap<>());
    }

    /** Whether others than this registry may change the state that is kept there; null: where the registry does. */
    boolean isShared(@Nullable ResilienceStore store) {
        return factory.isShared(store);
    }

    /** How old a view of shared state may be. */
    Duration maxStaleness() {
        return Duration.ofNanos(factory.limits().maxStaleness());
    }

    /**
     * The cells in that store, or, if it is null, where the registry keeps its own; opened at the first request.
     *
     * @throws RuntimeException when the store cannot be used, or the registry is closed
     */
    Cells cells(@Nullable ResilienceStore store, Clock clock) {
        lock.lock();
        try {
            IdentityHashMap<Clock, Cells> there = on(store != null ? store : factory.store());
            Cells known = there.get(clock);
            return known != null ? known : open(store, clock, there);
        } finally {
            lock.unlock();
        }
    }

    private Cells open(@Nullable ResilienceStore store, Clock clock, IdentityHashMap<Clock, Cells> there) {
        if (closed) {
            throw new IllegalStateException("the registry is closed");
        }
        Cells made = factory.open(store, clock, events);
        opened.add(made);
        there.put(clock, made);
        return made;
    }

    /** What watches over the time of calls by that clock. */
    DeadlineWatch watch(Clock clock) {
        lock.lock();
        try {
            return watches.computeIfAbsent(clock, DeadlineWatch::new);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        leave().forEach(Places::close);
    }

    private List<Cells> leave() {
        lock.lock();
        try {
            closed = true;
            return List.copyOf(opened);
        } finally {
            lock.unlock();
        }
    }

    private static void close(Cells cells) {
        try {
            cells.close();
        } catch (RuntimeException e) { // the others are to be closed all the same
            LOG.log(Level.WARNING, "Could not close what pipelines keep in a store", e);
        }
    }
}
