package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.StoreStatus;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Keeps all state on this node, as objects. */
public final class MemoryCells implements Cells {
    private final String owner;
    private final Clock clock;
    private final Map<Named, MemoryCell<?>> cells = new ConcurrentHashMap<>();
    private final Companions companions = new Companions();
    private final Holds holds;
    private volatile boolean closed;

    /** Cells that are never forgotten. */
    public MemoryCells(String owner, Clock clock) {
        this(owner, clock, Forgetting.nothing());
    }

    public MemoryCells(String owner, Clock clock, Forgetting forgetting) {
        this.owner = owner;
        this.clock = clock;
        this.holds = new Holds(clock, forgetting, new Unused(forgetting.idleNanos()));
    }

    /** What is kept under names that nobody uses. */
    private final class Unused implements Holds.Kept {
        private final long idleNanos;

        Unused(long idleNanos) {
            this.idleNanos = idleNanos;
        }

        @Override
        public boolean isForgettable(Named named, boolean crowded) {
            MemoryCell<?> cell = cells.get(named);
            return !companions.isNeeded(named) && (cell == null || cell.isForgettable(idleNanos, crowded));
        }

        @Override
        public void forget(Named named) {
            cells.remove(named);
            companions.forget(named);
        }
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public <C> C companion(Pattern pattern, String name, Class<C> type, Supplier<C> maker) {
        return companions.get(new Named(pattern, name), type, maker);
    }

    @Override
    @SuppressWarnings("unchecked") // a pattern has one type of state
    public <S> Cell<S> cell(Pattern pattern, String name, StateType<S> type) {
        return (Cell<S>)
                cells.computeIfAbsent(new Named(pattern, name), key -> new MemoryCell<>(type, clock, () -> closed));
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
    public String owner() {
        return owner;
    }

    @Override
    public StoreStatus status() {
        return StoreStatus.inMemory();
    }

    @Override
    public void close() {
        closed = true;
        holds.close();
        cells.clear();
    }
}
