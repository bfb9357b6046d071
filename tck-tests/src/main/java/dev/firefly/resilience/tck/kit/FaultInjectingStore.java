package dev.firefly.resilience.tck.kit;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.store.ResilienceStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A store around another one that fails as it is told, holds up whom it is told, and remembers who called it. It stands for
 * the store of one node: give each registry one of its own, around a member of its own.
 *
 * <pre>{@code
 * InMemoryStore shared = new InMemoryStore(clock);
 * FaultInjectingStore store = new FaultInjectingStore(shared.join());
 * ResilienceRegistry node = Resilience.builder().clock(clock).store(store).build();
 * store.goDown();
 * }</pre>
 *
 * <p>What is said of the next operations is used up by whoever comes first, the library's background threads included.
 * Now and then a registry writes into a record of its own that it is there; this is neither counted nor held up, and fails
 * only while all operations of its kind do.
 * Thread-safe; faults may be ordered while calls are under way. Open for subclasses that add faults of their own.
 */
public class FaultInjectingStore implements ResilienceStore {
    /** The end of the key under which registries say that they are there: nobody's call, at no certain moment. */
    private static final String ROSTER = ":registries:all";

    private final ResilienceStore store;
    private final Faults faults = new Faults();
    private final ChangeRelay changes = new ChangeRelay();
    private final AtomicLong ahead = new AtomicLong();

    /**
     * One operation, whether or not it went well.
     *
     * @param operation what was done
     * @param keys the keys it was done to; several only for a read
     * @param thread who did it
     */
    public record Call(Operation operation, List<String> keys, Thread thread) {
        public Call {
            keys = List.copyOf(keys);
        }
    }

    /** A lock that somebody holds. */
    @FunctionalInterface
    public interface HeldLock extends AutoCloseable {
        /** Gives the lock back, and returns when that is done; harmless when it has been given back already. */
        @Override
        void close();
    }

    /** A store around that one, which is closed with it; nothing goes wrong yet. */
    public FaultInjectingStore(ResilienceStore store) {
        this.store = store;
    }

    /** A store around a new one in memory that goes by the clock. */
    public static FaultInjectingStore inMemory(Clock clock) {
        return new FaultInjectingStore(new InMemoryStore(clock));
    }

    // ---- outages

    /** From now on every operation, the clock and the lanes throw, also under a lock that is held already. */
    public FaultInjectingStore goDown() {
        faults.down(true);
        return this;
    }

    /** From now on all operations of these kinds throw; none named: all kinds. */
    public FaultInjectingStore fail(Operation... operations) {
        faults.fail(List.of(operations.length == 0 ? Operation.values() : operations));
        return this;
    }

    /** The next so many operations of this kind throw. */
    public FaultInjectingStore failNext(Operation operation, int times) {
        for (int i = 1; i <= times; i++) {
            faults.failNext(operation, () -> new StoreFailure("This " + operation + " fails"));
        }
        return this;
    }

    /** The next operation of this kind throws this, whatever its class. */
    public FaultInjectingStore failNext(Operation operation, Throwable failure) {
        faults.failNext(operation, () -> failure);
        return this;
    }

    /** The next write goes wrong like this; several calls are for the writes that follow. */
    public FaultInjectingStore breakNextWrite(WriteFault fault) {
        faults.breakNextWrite(fault);
        return this;
    }

    /** Takes back every outage and every fault that was not used up; gates, lost changes and the clock stay as they are. */
    public FaultInjectingStore recover() {
        faults.recover();
        return this;
    }

    // ---- delays

    /**
     * Holds up every operation of this kind from now on: a read when the value has been read and before it is returned, a
     * lock before it is asked for, a write under its lock and before anything is written.
     *
     * @return what they wait at until it is opened; it takes the place of an earlier gate for new arrivals
     */
    public Gate hold(Operation operation) {
        return faults.hold(operation);
    }

    /**
     * Has somebody else, who is on no node, hold the key's lock, for as long as the store lets anybody hold one.
     *
     * @return gives the lock back when it is closed
     * @throws AssertionError when the lock cannot be had within 30 seconds
     */
    public HeldLock lockElsewhere(String key) {
        Gate gate = new Gate();
        Thread holder =
                new Thread(() -> store.withLock(key, Duration.ofSeconds(30), entry -> gate.pass()), "lock-elsewhere");
        holder.setDaemon(true);
        holder.start();
        gate.awaitSomebody();
        return () -> {
            gate.open();
            Awaiting.end(holder);
        };
    }

    // ---- changes

    /** From now on this node hears of no change. */
    public FaultInjectingStore loseChanges() {
        changes.lose();
        return this;
    }

    /** From now on changes are kept, and this node does not hear of them until {@link #deliverChanges()}. */
    public FaultInjectingStore delayChanges() {
        changes.delay();
        return this;
    }

    /** Tells of the changes that were kept, in their order and on this thread, and of new ones at once from then on. */
    public FaultInjectingStore deliverChanges() {
        changes.pass();
        return this;
    }

    // ---- time

    /** Sets the store's clock forward or back, as this node sees it; steps add up. */
    public FaultInjectingStore stepClock(Duration by) {
        ahead.addAndGet(by.toNanos());
        return this;
    }

    // ---- what was called

    /** All operations since the beginning or since {@link #forgetCalls()}, in the order in which they began. */
    public List<Call> calls() {
        return faults.calls();
    }

    /** How many operations of a kind there were. */
    public int count(Operation operation) {
        return (int)
                calls().stream().filter(call -> call.operation == operation).count();
    }

    /** Forgets the operations so far. */
    public FaultInjectingStore forgetCalls() {
        faults.forgetCalls();
        return this;
    }

    // ---- by hand, which is neither counted nor fails

    /** What lies under the key; null when there is nothing. */
    public byte @Nullable [] value(String key) {
        return store.read(List.of(key)).get(key);
    }

    /** Puts something under the key, as another node would, for instance a record that cannot be read. */
    public FaultInjectingStore put(String key, byte[] value) {
        store.withLock(key, Duration.ofSeconds(30), entry -> entry.compareAndReplace(entry.value(), value));
        return this;
    }

    // ---- the store

    @Override
    public Map<String, byte[]> read(Collection<String> keys) {
        faults.begin(Operation.READ, List.copyOf(keys));
        Map<String, byte[]> values = store.read(keys);
        faults.pass(Operation.READ);
        return values;
    }

    @Override
    public boolean withLock(String key, Duration wait, Section section) {
        if (key.endsWith(ROSTER)) {
            faults.failLasting(Operation.LOCK);
            return store.withLock(key, wait, section);
        }
        faults.begin(Operation.LOCK, List.of(key));
        faults.pass(Operation.LOCK);
        faults.failIfDown();
        return store.withLock(key, wait, entry -> section.run(new FaultyEntry(key, entry)));
    }

    private final class FaultyEntry implements Entry {
        private final String key;
        private final Entry entry;

        FaultyEntry(String key, Entry entry) {
            this.key = key;
            this.entry = entry;
        }

        @Override
        public byte @Nullable [] value() {
            faults.failIfDown();
            return entry.value();
        }

        @Override
        public boolean compareAndReplace(byte @Nullable [] expected, byte[] replacement) {
            faults.begin(Operation.WRITE, List.of(key));
            faults.pass(Operation.WRITE);
            WriteFault fault = faults.nextWriteFault();
            if (fault == WriteFault.THROWS_BEFORE) {
                throw new StoreFailure("This WRITE fails before anything is written");
            }
            boolean written = entry.compareAndReplace(expected, replacement);
            if (fault == WriteFault.THROWS_AFTER) {
                throw new StoreFailure("This WRITE fails after it was written");
            }
            return written && fault != WriteFault.DENIES;
        }
    }

    @Override
    public Watch watch(ChangeListener listener) {
        return store.watch(changes.around(listener));
    }

    @Override
    public long now() {
        faults.failIfDown();
        return store.now() + ahead.get();
    }

    @Override
    public Members members() {
        return store.members();
    }

    @Override
    public int lane(String key) {
        faults.failIfDown();
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
