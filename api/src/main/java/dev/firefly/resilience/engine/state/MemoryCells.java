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
    private final Map<Key, Cell<?>> cells = new ConcurrentHashMap<>();
    private final Companions companions = new Companions();

    private record Key(Pattern pattern, String name) {}

    public MemoryCells(String owner, Clock clock) {
        this.owner = owner;
        this.clock = clock;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public <C> C companion(Pattern pattern, String name, Class<C> type, Supplier<C> maker) {
        return companions.get(pattern, name, type, maker);
    }

    @Override
    @SuppressWarnings("unchecked") // a pattern has one type of state
    public <S> Cell<S> cell(Pattern pattern, String name, StateType<S> type) {
        return (Cell<S>) cells.computeIfAbsent(new Key(pattern, name), key -> new MemoryCell<>(type, clock));
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
        cells.clear();
    }
}
