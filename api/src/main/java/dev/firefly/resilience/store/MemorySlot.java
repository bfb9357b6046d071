package dev.firefly.resilience.store;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One key of a store in memory: its value and its lock, which lapses after five seconds. A slot that was dropped stays so;
 * whoever finds it dropped makes a new one. Thread-safe: all is under the slot's own monitor, and listeners are told under
 * it, so that they hear of the values of a key in order.
 */
final class MemorySlot {
    private static final long LEASE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private byte @Nullable [] value;
    private @Nullable Object holder;
    private long lapsesAt;
    private int inside;
    private long usedNanos = Long.MAX_VALUE;
    private boolean dropped;

    /** Keeps the slot from being dropped until it is left again; false when it has been dropped already. */
    synchronized boolean enter(long now) {
        if (!dropped) {
            inside++;
            usedNanos = now;
        }
        return !dropped;
    }

    synchronized void leave() {
        inside--;
    }

    /** Drops the slot unless somebody is inside, or has been since the given time. */
    synchronized boolean drop(long since, Runnable tell) {
        if (!dropped && inside == 0 && usedNanos <= since) {
            dropped = true;
            if (value != null) {
                value = null;
                tell.run();
            }
        }
        return dropped;
    }

    /** A copy of the value, which counts as a use. */
    synchronized byte @Nullable [] read(long now) {
        usedNanos = now;
        return get();
    }

    /** A copy of the value; null when there is none. */
    synchronized byte @Nullable [] get() {
        return value == null ? null : value.clone();
    }

    /** Puts a copy of the replacement in place of the value if that is as expected, and then tells. */
    synchronized boolean replace(byte @Nullable [] expected, byte[] replacement, Runnable tell) {
        if (!Arrays.equals(value, expected)) {
            return false;
        }
        value = replacement.clone();
        tell.run();
        return true;
    }

    /** Takes the lock, in so long; false when somebody else holds it until then. */
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

    /** Gives the lock back, unless it has lapsed and is held by another by now. */
    synchronized void unlock(Object by) {
        if (holder == by) {
            holder = null;
            notifyAll();
        }
    }
}
