package dev.firefly.resilience.store;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.MonotonicTime;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in the memory of this JVM that several registries can share as if they were nodes of a cluster: for tests, and
 * for applications of one server that want to share circuits. A registry that shares with nobody needs none.
 *
 * <p>Each registry takes part with a member of its own, got from {@link #join()}. Locks lapse after five seconds. A value
 * that nobody has looked at or locked for 24 hours, or another time that is given, disappears.
 */
public final class InMemoryStore implements ResilienceStore {
    private static final int LANES = 4;
    private static final Duration IDLE = Duration.ofHours(24);

    private final Shared shared;
    private final String self = UUID.randomUUID().toString();

    /** What all members have in common. */
    private static final class Shared {
        final LongSupplier clock;
        final long idleNanos;
        final AtomicLong sweptNanos;
        final Map<String, MemorySlot> slots = new ConcurrentHashMap<>();
        final Set<String> members = ConcurrentHashMap.newKeySet();
        final List<Listening> listeners = new CopyOnWriteArrayList<>();

        Shared(LongSupplier clock, Duration idle) {
            this.clock = clock;
            this.idleNanos = idle.toNanos();
            this.sweptNanos = new AtomicLong(clock.getAsLong());
        }

        /** The slot of the key, entered; to be left again. */
        MemorySlot enter(String key) {
            long now = clock.getAsLong();
            while (true) {
                MemorySlot slot = slots.computeIfAbsent(key, any -> new MemorySlot());
                if (!isDropped(key, slot, now) && slot.enter(now)) {
                    return slot;
                }
            }
        }

        byte @Nullable [] read(String key) {
            long now = clock.getAsLong();
            MemorySlot slot = slots.get(key);
            return slot == null || isDropped(key, slot, now) ? null : slot.read(now);
        }

        /** Drops what is idle, four times in the time after which it is. */
        void sweep() {
            long now = clock.getAsLong();
            long swept = sweptNanos.get();
            if (now - swept >= idleNanos / 4 && sweptNanos.compareAndSet(swept, now)) {
                slots.forEach((key, slot) -> isDropped(key, slot, now));
            }
        }

        /** Whether the slot is not used any more; it leaves the map only once everybody has been told. */
        private boolean isDropped(String key, MemorySlot slot, long now) {
            boolean dropped = slot.drop(
                    now - idleNanos, () -> listeners.forEach(listening -> listening.listener.changed(key, null)));
            if (dropped) {
                slots.remove(key, slot);
            }
            return dropped;
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

    /** The first member of a new store that goes by the machine's time. */
    public InMemoryStore() {
        this(new Shared(MonotonicTime::nanos, IDLE));
    }

    /** The first member of a new store that goes by the given clock. */
    public InMemoryStore(Clock clock) {
        this(clock, IDLE);
    }

    /**
     * The first member of a new store that goes by the given clock.
     *
     * @param idle after how long without use a value disappears, which registries are to be told as {@code store.idle-ttl};
     *     longer than 0
     */
    public InMemoryStore(Clock clock, Duration idle) {
        this(new Shared(clock::nanos, idle));
        if (idle.isZero() || idle.isNegative()) {
            throw new IllegalArgumentException(
                    "The time after which a value disappears must be longer than 0, was " + Durations.format(idle));
        }
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
            byte[] value = shared.read(key);
            if (value != null) {
                found.put(key, value);
            }
        }
        return found;
    }

    @Override
    public boolean withLock(String key, Duration wait, Section section) {
        shared.sweep();
        MemorySlot slot = shared.enter(key);
        try {
            return withLock(key, slot, wait, section);
        } finally {
            slot.leave();
        }
    }

    private boolean withLock(String key, MemorySlot slot, Duration wait, Section section) {
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
        private final MemorySlot slot;

        LockedSlot(String key, MemorySlot slot) {
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

    /** How many keys it holds something for, a value or a lock; those of values that are idle may be among them. */
    public int size() {
        return shared.slots.size();
    }

    /** Leaves; the other members and the values stay. */
    @Override
    public void close() {
        shared.members.remove(self);
        shared.listeners.removeIf(listening -> listening.by == this);
    }
}
