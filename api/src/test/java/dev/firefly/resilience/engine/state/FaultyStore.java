package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.store.ResilienceStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A store in memory that fails as it is told, holds up whom it is told, and remembers who called it. */
public final class FaultyStore implements ResilienceStore {
    /** How a write can go wrong. */
    public enum WriteFault {
        /** Nothing is written, and the store throws. */
        THROWS_BEFORE,
        /** It is written, and the store throws. */
        THROWS_AFTER,
        /** It is written, and the store says that it was not. */
        DENIES
    }

    /** One call of the store. */
    public record Call(String method, Thread thread) {}

    private final InMemoryStore store;
    private final int lanes;
    private final Queue<WriteFault> writeFaults = new ConcurrentLinkedQueue<>();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private volatile boolean down;
    private volatile boolean deaf;
    private volatile @Nullable RuntimeException unlockFault;
    private volatile @Nullable Gate lockGate;
    private volatile @Nullable Gate writeGate;
    private volatile @Nullable Gate readGate;
    private volatile @Nullable Throwable nextFailure;
    private volatile Runnable onNow = () -> {};
    private volatile Runnable onLock = () -> {};

    /** A new store whose keys all share one lane, so that all that touches it has an order. */
    public FaultyStore(Clock clock) {
        this(new InMemoryStore(clock), 1);
    }

    FaultyStore(InMemoryStore store, int lanes) {
        this.store = store;
        this.lanes = lanes;
    }

    /** Another member of the same store, with faults and calls of its own. */
    public FaultyStore join() {
        return new FaultyStore(store.join(), lanes);
    }

    // ---- what goes wrong

    /** The next write goes wrong like this; several calls are for the writes that follow. */
    public void nextWrite(WriteFault fault) {
        writeFaults.add(fault);
    }

    /** From now on, or no longer, every method throws. */
    public void down(boolean now) {
        down = now;
    }

    /** From now on, or no longer, nobody hears of changes. */
    public void deaf(boolean now) {
        deaf = now;
    }

    /** The next lock is released with this failure. */
    public void nextUnlock(RuntimeException failure) {
        unlockFault = failure;
    }

    /** Holds up whoever asks for a lock, before it is taken. */
    public Gate gateBeforeLocks() {
        Gate gate = new Gate();
        lockGate = gate;
        return gate;
    }

    /** Holds up whoever writes, under the lock, before it is written. */
    public Gate gateBeforeWrites() {
        Gate gate = new Gate();
        writeGate = gate;
        return gate;
    }

    /** Holds up whoever has read, before the answer is returned. */
    public Gate gateAfterReads() {
        Gate gate = new Gate();
        readGate = gate;
        return gate;
    }

    /** The next lock or read fails with this. */
    public void nextCall(Throwable failure) {
        nextFailure = failure;
    }

    /** Runs whenever the clock is read. */
    public void onNow(Runnable action) {
        onNow = action;
    }

    /** Runs whenever somebody asks for a lock. */
    public void onLock(Runnable action) {
        onLock = action;
    }

    /** Somebody else, who holds the lock until this is closed. */
    public AutoCloseable lockedByAnother(String key) throws InterruptedException {
        Gate gate = new Gate();
        Thread other = new Thread(() -> store.withLock(key, Duration.ofMinutes(1), entry -> gate.pass()), "outsider");
        other.setDaemon(true);
        other.start();
        gate.awaitSomebody();
        return () -> {
            gate.close();
            other.join();
        };
    }

    // ---- what was called

    /** How often a method was called: {@code read}, {@code lock} or {@code write}. */
    public int calls(String method) {
        return (int) calls.stream().filter(call -> call.method.equals(method)).count();
    }

    /** All calls that reach for the store, by anybody. */
    public List<Call> calls() {
        return List.copyOf(calls);
    }

    /** Forgets the calls so far. */
    public void forgetCalls() {
        calls.clear();
    }

    // ---- by hand

    /** What lies under the key. */
    public byte @Nullable [] bytes(String key) {
        return store.read(List.of(key)).get(key);
    }

    /** Puts something under the key, as another node would. */
    public void put(String key, byte[] value) {
        store.withLock(key, Duration.ofMinutes(1), entry -> entry.compareAndReplace(entry.value(), value));
    }

    // ---- the store

    private void called(String method) {
        calls.add(new Call(method, Thread.currentThread()));
        failIfDown();
        Throwable failure = nextFailure;
        nextFailure = null;
        if (failure != null) {
            throw Failures.<RuntimeException>rethrow(failure);
        }
    }

    private void failIfDown() {
        if (down) {
            throw new IllegalStateException("the store is down");
        }
    }

    private static void pass(@Nullable Gate gate) {
        if (gate != null) {
            gate.pass();
        }
    }

    @Override
    public Map<String, byte[]> read(Collection<String> keys) {
        called("read");
        Map<String, byte[]> values = store.read(keys);
        pass(readGate);
        return values;
    }

    @Override
    public boolean withLock(String key, Duration wait, Section section) {
        called("lock");
        onLock.run();
        pass(lockGate);
        failIfDown();
        boolean locked = store.withLock(key, wait, entry -> section.run(new Faulty(entry)));
        RuntimeException failure = unlockFault;
        unlockFault = null;
        if (failure != null) {
            throw failure;
        }
        return locked;
    }

    private final class Faulty implements Entry {
        private final Entry entry;

        Faulty(Entry entry) {
            this.entry = entry;
        }

        @Override
        public byte @Nullable [] value() {
            failIfDown();
            return entry.value();
        }

        @Override
        public boolean compareAndReplace(byte @Nullable [] expected, byte[] replacement) {
            called("write");
            pass(writeGate);
            WriteFault fault = writeFaults.poll();
            if (fault == WriteFault.THROWS_BEFORE) {
                throw new IllegalStateException("before the write");
            }
            boolean written = entry.compareAndReplace(expected, replacement);
            if (fault == WriteFault.THROWS_AFTER) {
                throw new IllegalStateException("after the write");
            }
            return written && fault != WriteFault.DENIES;
        }
    }

    @Override
    public Watch watch(ChangeListener listener) {
        return store.watch((key, value) -> {
            if (!deaf) {
                listener.changed(key, value);
            }
        });
    }

    @Override
    public long now() {
        failIfDown();
        onNow.run();
        return store.now();
    }

    @Override
    public Members members() {
        return store.members();
    }

    @Override
    public int lane(String key) {
        failIfDown();
        return Math.floorMod(key.hashCode(), lanes);
    }

    @Override
    public int lanes() {
        return lanes;
    }

    @Override
    public void close() {
        store.close();
    }
}
