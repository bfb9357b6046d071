package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.tck.kit.FaultInjectingStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The test kit's store in memory, with one lane for all keys, and hooks for moments that only the engine knows. */
public final class FaultyStore extends FaultInjectingStore {
    private final InMemoryStore store;
    private volatile @Nullable RuntimeException unlockFault;
    private volatile Runnable onNow = () -> {};
    private volatile Runnable onLock = () -> {};

    /** A new store; all that touches it has an order. However far its clock is set, nothing in it gets idle. */
    public FaultyStore(Clock clock) {
        this(clock, Duration.ofDays(50_000));
    }

    /** The same, with values that disappear after so long. */
    public FaultyStore(Clock clock, Duration idle) {
        this(new InMemoryStore(clock, idle));
    }

    /** How many values there are. */
    public int size() {
        return store.size();
    }

    private FaultyStore(InMemoryStore store) {
        super(store);
        this.store = store;
    }

    /** Another member of the same store, with faults and calls of its own. */
    public FaultyStore join() {
        return new FaultyStore(store.join());
    }

    /** The next lock is released with this failure. */
    void nextUnlock(RuntimeException failure) {
        unlockFault = failure;
    }

    /** Runs whenever the clock is read. */
    void onNow(Runnable action) {
        onNow = action;
    }

    /** Runs whenever somebody asks for a lock. */
    public void onLock(Runnable action) {
        onLock = action;
    }

    @Override
    public long now() {
        onNow.run();
        return super.now();
    }

    @Override
    public boolean withLock(String key, Duration wait, Section section) {
        onLock.run();
        boolean locked = super.withLock(key, wait, section);
        RuntimeException failure = unlockFault;
        unlockFault = null;
        if (failure != null) {
            throw failure;
        }
        return locked;
    }

    @Override
    public int lane(String key) {
        super.lane(key); // throws while the store is down
        return 0;
    }

    @Override
    public int lanes() {
        return 1;
    }
}
