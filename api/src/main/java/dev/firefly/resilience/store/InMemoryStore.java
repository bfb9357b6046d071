package dev.firefly.resilience.store;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.MonotonicTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in the memory of this JVM that several registries can share as if they were nodes of a cluster: for tests, and
 * for applications of one server that want to share circuits. A registry that shares with nobody needs none.
 *
 * <p>Each registry takes part with a member of its own, got from {@link #join()}. Locks lapse after five seconds;
 * nothing expires.
 */
public final class InMemoryStore implements ResilienceStore {
    private static final int LANES = 4;
    private static final long LEASE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Shared shared;
    private final String self = UUID.randomUUID().toString();

    /** What all members have in common. */
    private static final class Shared {
        final LongSupplier clock;
        final Map<String, Slot> slots = new ConcurrentHashMap<>();
        final Set<String> members = ConcurrentHashMap.newKeySet();
        final List<Listening> listeners = new CopyOnWriteArrayList<>();

        Shared(LongSupplier clock) {
            this.clock = clock;
        }

        Slot slot(String key) {
            return slots.computeIfAbsent(key, any -> new Slot());
        }
    }

    /** One call of {@link #watch}; the same listener may be handed in several times. */
    private static final class Listening {
        final InMemoryStore by;
        final ChangeListener listener;

        Listening(InMemoryStore by, ChangeListener listener) {
            this.by = by;
            this.listener = listener;
        }
    }

    /** One key: its value and its lock, both under the slot's own monitor. */
    private static final class Slot {
        private byte @Nullable [] value;
        private @Nullable Object holder;
        private long lapsesAt;

        synchronized byte @Nullable [] get() {
            return value == null ? null : value.clone();
        }

        synchronized boolean replace(byte @Nullable [] expected, byte[] replacement, Runnable tell) {
            if (!Arrays.equals(value, expected)) {
                return false;
            }
            value = replacement.clone();
            tell.run();
            return true;
        }

        synchronized boolean lock(Object by, long waitNanos) throws InterruptedException {
            long end = System.nanoTime() + waitNanos;
            while (holder != null && System.nanoTime() - lapsesAt < 0) {
                long rest = Math.min(end, lapsesAt) - System.nanoTime();
                if (System.nanoTime() - end >= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, rest));
            }
            holder = by;
            lapsesAt = System.nanoTime() + LEASE_NANOS;
            return true;
        }

        synchronized void unlock(Object by) {
            if (holder == by) {
                holder = null;
                notifyAll();
            }
        }
    }

    /** The first member of a new store that goes by the machine's time. */
    public InMemoryStore() {
        this(new Shared(MonotonicTime::nanos));
    }

    /** The first member of a new store that goes by the given clock. */
    public InMemoryStore(Clock clock) {
        this(new Shared(clock::nanos));
    }

    private InMemoryStore(Shared shared) {
        this.shared = shared;
        shared.members.add(self);
    }

    /** Another member of the same store. */
    public InMemoryStore join() {
        return new InMemoryStore(shared);
    }

    @Override
    public Map<String, byte[]> read(Collection<String> keys) {
        Map<String, byte[]> found = new HashMap<>();
        for (String key : keys) {
            Slot slot = shared.slots.get(key);
            byte[] value = slot == null ? null : slot.get();
            if (value != null) {
                found.put(key, value);
            }
        }
        return found;
    }

    @Override
    public boolean withLock(String key, Duration wait, Section section) {
        Slot slot = shared.slot(key);
        Object holder = new Object();
        try {
            if (!slot.lock(holder, wait.toNanos())) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            section.run(new LockedSlot(key, slot));
            return true;
        } finally {
            slot.unlock(holder);
        }
    }

    private final class LockedSlot implements Entry {
        private final String key;
        private final Slot slot;

        LockedSlot(String key, Slot slot) {
            this.key = key;
            this.slot = slot;
        }

        @Override
        public byte @Nullable [] value() {
            return slot.get();
        }

        @Override
        public boolean compareAndReplace(byte @Nullable [] expected, byte[] replacement) {
            return slot.replace(
                    expected,
                    replacement,
                    () -> shared.listeners.forEach(listening -> listening.listener.changed(key, replacement.clone())));
        }
    }

    @Override
    public Watch watch(ChangeListener listener) {
        Listening listening = new Listening(this, listener);
        shared.listeners.add(listening);
        return () -> shared.listeners.remove(listening);
    }

    @Override
    public long now() {
        return shared.clock.getAsLong();
    }

    @Override
    public Members members() {
        return new Members(self, shared.members);
    }

    @Override
    public int lane(String key) {
        return Math.floorMod(key.hashCode(), LANES);
    }

    @Override
    public int lanes() {
        return LANES;
    }

    /** Leaves; the other members and the values stay. */
    @Override
    public void close() {
        shared.members.remove(self);
        shared.listeners.removeIf(listening -> listening.by == this);
    }
}
