package dev.firefly.resilience.store;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The store of a node that is in one part of a split cluster first, and then in the other one. */
final class SplitStore implements ResilienceStore {
    private volatile InMemoryStore part;
    private volatile @Nullable ChangeListener listener;

    SplitStore(InMemoryStore part) {
        this.part = part;
    }

    /** The part this node is in gives way to the other. */
    void healInto(InMemoryStore other) {
        ChangeListener told = listener;
        told.healing();
        part.close();
        part = other.join();
        part.watch(told);
        told.healed();
    }

    @Override
    public Map<String, byte[]> read(Collection<String> keys) {
        return part.read(keys);
    }

    @Override
    public boolean withLock(String key, Duration wait, Section section) {
        return part.withLock(key, wait, section);
    }

    @Override
    public Watch watch(ChangeListener told) {
        listener = told;
        return part.watch(told);
    }

    @Override
    public long now() {
        return part.now();
    }

    @Override
    public Members members() {
        return part.members();
    }

    @Override
    public int lane(String key) {
        return part.lane(key);
    }

    @Override
    public int lanes() {
        return part.lanes();
    }

    @Override
    public void close() {
        part.close();
    }
}
