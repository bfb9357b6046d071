package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.StoreStatus;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps state in a store that a cluster shares. */
public final class SharedCells implements Cells {
    private final String prefix;
    private final Identity identity;
    private final StoreLink link;
    /** By their keys in the store; the roster is one of them. */
    private final Map<String, SharedCell<?>> shared = new ConcurrentHashMap<>();

    private final Map<String, FailoverCell<?>> cells = new ConcurrentHashMap<>();
    private final ResilienceStore.Watch watch;
    private final Companions companions = new Companions();
    private final Holds holds;
    private final Registries registries;
    private final Upkeep upkeep;
    private final StoreWatch storeWatch;

    /**
     * How long things may take, in nanoseconds, and what happens when they do not come to an end.
     *
     * @param lockBlock how long one call waits for the store in all
     * @param maxStaleness how old a view may be
     * @param idleTtl after how long without use a record may disappear
     * @param stackTraces whether what cells throw carries a stack trace
     * @param onFailure what becomes of calls while the store is down
     */
    public record Limits(long lockBlock, long maxStaleness, long idleTtl, boolean stackTraces, OnFailure onFailure) {}

    /**
     * @param prefix the beginning of all keys
     * @param node the name of this registry
     * @param writer a number no other registry writes under
     * @param events hears when the store goes down and comes back
     * @param executor runs listeners and whatever else follows from changes
     */
    public SharedCells(
            ResilienceStore store,
            String prefix,
            String node,
            long writer,
            Limits limits,
            Clock clock,
            EventBus events,
            Executor executor) {
        this(store, prefix, node, writer, limits, clock, events, executor, Forgetting.nothing());
    }

    /**
     * As above.
     *
     * @param forgetting when views of names that nobody uses are forgotten
     */
    SharedCells(
            ResilienceStore store,
            String prefix,
            String node,
            long writer,
            Limits limits,
            Clock clock,
            EventBus events,
            Executor executor,
            Forgetting forgetting) {
        this.prefix = prefix;
        this.identity = new Identity(node, writer, store);
        this.link = new StoreLink(store, clock, limits, executor, writer);
        this.registries = new Registries(prefix, identity, link);
        this.shared.put(CellKey.ofRoster(prefix).inStore(), registries.cell());
        this.storeWatch = new StoreWatch(node, link, cells, events);
        this.upkeep = new Upkeep(link, shared, cells.values(), registries, identity);
        this.holds = new Holds(clock, forgetting, new Unused());
        this.watch = store.watch(new Changes());
        link.outages().onChange(storeWatch);
        upkeep.start();
    }

    /** What is kept under names that nobody uses: what matters of it is in the store, or about to be. */
    private final class Unused implements Holds.Kept {
        @Override
        public boolean isForgettable(Named named, boolean crowded) {
            FailoverCell<?> cell = cells.get(keyOf(named));
            return !companions.isNeeded(named) && (cell == null || cell.isForgettable());
        }

        @Override
        public void forget(Named named) {
            String key = keyOf(named);
            cells.remove(key);
            SharedCell<?> gone = shared.remove(key);
            if (gone != null) {
                gone.forsake();
            }
            companions.forget(named);
        }

        private String keyOf(Named named) {
            return CellKey.of(prefix, named.pattern(), named.name()).inStore();
        }
    }

    /** What the store tells of itself. */
    private final class Changes implements ResilienceStore.ChangeListener {
        private final Healing healing = new Healing(shared.values());

        @Override
        public void changed(String key, byte @Nullable [] value) {
            SharedCell<?> cell = shared.get(key);
            if (cell != null) {
                cell.changed(value);
            }
        }

        @Override
        public void healing() {
            healing.begin();
        }

        @Override
        public void healed() {
            identity.look();
            healing.end();
        }
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public <C> C companion(Pattern pattern, String name, Class<C> type, Supplier<C> maker) {
        return companions.get(new Named(pattern, name), type, maker);
    }

    @Override
    public Object hold(Pattern pattern, String name) {
        return holds.hold(pattern, name);
    }

    @Override
    public int size() {
        return holds.size();
    }

    @Override
    @SuppressWarnings("unchecked") // a pattern has one type of state
    public <S> Cell<S> cell(Pattern pattern, String name, StateType<S> type) {
        CellKey key = CellKey.of(prefix, pattern, name);
        FailoverCell<?> known = cells.get(key.inStore());
        return (Cell<S>) (known != null ? known : make(key, type));
    }

    private <S> FailoverCell<?> make(CellKey key, StateType<S> type) {
        FailoverCell<?> made = cells.computeIfAbsent(
                key.inStore(), any -> new FailoverCell<>(key, type, link, identity, registries::count));
        shared.put(key.inStore(), made.shared());
        made.reconsider(); // its part of the store may be down already
        return made;
    }

    @Override
    public String owner() {
        return identity.owner();
    }

    @Override
    public StoreStatus status() {
        return storeWatch.status(registries.count());
    }

    @Override
    public void close() {
        holds.close();
        upkeep.end();
        link.startClosing();
        cells.values().forEach(cell -> cell.release(identity.owner()));
        registries.leave();
        long start = System.nanoTime();
        while (isBusy() && System.nanoTime() - start < link.lockBlockNanos()) {
            LockSupport.parkNanos(1_000_000);
        }
        watch.close();
        link.close();
    }

    /** Whether there is something left to be written; it is tried now, however long its pause after a failure would be. */
    private boolean isBusy() {
        boolean busy = false;
        for (SharedCell<?> cell : shared.values()) {
            if (!cell.isIdle()) {
                cell.wake();
                busy = true;
            }
        }
        return busy;
    }
}
