package dev.firefly.resilience.engine.timelimiter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Slots that are claimed and given back without a lock and without allocation, unless the table has to grow. A call looks
 * for a free one from a place that is its thread's own, so that threads do not meet. The table grows when more than half
 * of it is taken, and never shrinks: beyond its first size it has less than four slots for each call there once was at
 * the same time. Thread-safe.
 */
final class SlotTable {
    private static final int INITIAL_SIZE = 64;

    /** How many places are tried before it matters how crowded the whole table is. */
    private static final int PROBES = 64;

    private volatile Slot[] slots = filled(new Slot[INITIAL_SIZE], 0);

    /** All slots there are now. A slot, once made, stays in every later answer; the array is only to be read. */
    Slot[] all() {
        return slots;
    }

    /**
     * Claims a slot and arms it, as {@link Slot#claim} does.
     *
     * @param seed equal seeds search the same places in the same order
     */
    Slot claim(long seed, Object target, long atNanos) {
        long hash = seed * 0x9E3779B97F4A7C15L;
        while (true) {
            Slot[] now = slots;
            Slot found = search(now, hash, PROBES, target, atNanos);
            if (found == null && !isCrowded(now)) {
                found = search(now, hash, now.length, target, atNanos);
            }
            if (found != null) {
                return found;
            }
            grow(now);
        }
    }

    private static @Nullable Slot search(Slot[] slots, long hash, int count, Object target, long atNanos) {
        int place = (int) (hash >>> 32);
        // Odd, so that it comes to every place of a table whose size is a power of two.
        int step = (int) hash | 1;
        for (int i = 0; i < count; i++, place += step) {
            Slot slot = slots[place & (slots.length - 1)];
            if (slot.claim(target, atNanos)) {
                return slot;
            }
        }
        return null;
    }

    private static boolean isCrowded(Slot[] slots) {
        int free = 0;
        for (Slot slot : slots) {
            if (slot.isFree()) {
                free++;
            }
        }
        return free < slots.length / 2;
    }

    private synchronized void grow(Slot[] seen) {
        if (slots == seen) {
            slots = filled(Arrays.copyOf(seen, 2 * seen.length), seen.length);
        }
    }

    private static Slot[] filled(Slot[] slots, int from) {
        for (int i = from; i < slots.length; i++) {
            slots[i] = new Slot();
        }
        return slots;
    }
}
