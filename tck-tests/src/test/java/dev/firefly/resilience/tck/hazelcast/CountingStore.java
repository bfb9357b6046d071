package dev.firefly.resilience.tck.hazelcast;

import dev.firefly.resilience.store.ResilienceStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes everything on and remembers which threads reached for the grid, and how often records were written. */
final class CountingStore implements ResilienceStore {
    private final ResilienceStore store;
    private final List<Thread> callers = new CopyOnWriteArrayList<>();
    private final AtomicInteger writes = new AtomicInteger();

    CountingStore(ResilienceStore store) {
        this.store = store;
    }

    /** How often that thread read, locked or wrote. */
    long operationsOf(Thread thread) {
        return callers.stream().filter(caller -> caller == thread).count();
    }

    int writes() {
        return writes.get();
    }

    @Override
    public Map<String, byte[]> read(Collection<String> keys) {
        callers.add(Thread.currentThread());
        return store.read(keys);
    }

    @Override
    public boolean withLock(String key, Duration wait, Section section) {
        callers.add(Thread.currentThread());
        return store.withLock(
                key,
                wait,
                entry -> section.run(new Entry() {
                    @Override
                    public byte[] value() {
                        return entry.value();
                    }

                    @Override
                    public boolean compareAndReplace(byte[] expected, byte[] replacement) {
                        writes.incrementAndGet();
                        return entry.compareAndReplace(expected, replacement);
                    }
                }));
    }

    @Override
    public Watch watch(ChangeListener listener) {
        return store.watch(listener);
    }

    @Override
    public long now() {
        return store.now();
    }

    @Override
    public Members members() {
        return store.members();
    }

    @Override
    public int lane(String key) {
        return store.lane(key);
    }

    @Override
    public int lanes() {
        return store.lanes();
    }

    @Override
    public void close() {
        store.close();
    }
}
