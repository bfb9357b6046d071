package dev.firefly.resilience.engine.circuitbreaker;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/*
 * The last outcomes as two rows of bits, the newest at bit 0 of word 0: one row says which calls failed, the other which
 * were slow. A new outcome shifts both rows by one, so a window that is full of good outcomes is a fixed point: another
 * good one makes the very same window, and nothing needs to be written.
 */
final class CountWindow {
    static final CountWindow NONE = new CountWindow(0, 0, new long[0], new long[0]);

    private final int capacity;
    private final int filled;
    private final long[] failed;
    private final long[] slow;
    private final boolean settled;

    private CountWindow(int capacity, int filled, long[] failed, long[] slow) {
        this.capacity = capacity;
        this.filled = filled;
        this.failed = failed;
        this.slow = slow;
        this.settled = filled == capacity && ones(failed, capacity) == 0 && ones(slow, capacity) == 0;
    }

    static CountWindow empty(int capacity) {
        return capacity == 0
                ? NONE
                : new CountWindow(capacity, 0, new long[words(capacity)], new long[words(capacity)]);
    }

    /** From the rows as stored; bits beyond the capacity are dropped, and there is none of an outcome that is not there. */
    static CountWindow of(int capacity, int filled, long[] failed, long[] slow) {
        if (filled < 0 || filled > capacity || failed.length != words(capacity) || slow.length != failed.length) {
            throw new IllegalArgumentException("not a count window");
        }
        CountWindow window = new CountWindow(capacity, filled, trimmed(failed, capacity), trimmed(slow, capacity));
        if (ones(failed, filled) != ones(failed, capacity) || ones(slow, filled) != ones(slow, capacity)) {
            throw new IllegalArgumentException("outcomes beyond the " + filled + " there are");
        }
        return window;
    }

    static int words(int capacity) {
        return (capacity + 63) >>> 6;
    }

    int capacity() {
        return capacity;
    }

    int filled() {
        return filled;
    }

    long[] failedBits() {
        return failed.clone();
    }

    long[] slowBits() {
        return slow.clone();
    }

    /** Whether another good outcome would change nothing. */
    boolean isSettled() {
        return settled;
    }

    /** How many of the newest n outcomes there are. */
    int calls(int n) {
        return Math.min(n, filled);
    }

    /** How many of the newest n outcomes failed. */
    int failures(int n) {
        return ones(failed, Math.min(n, capacity));
    }

    /** How many of the newest n outcomes were slow. */
    int slowCalls(int n) {
        return ones(slow, Math.min(n, capacity));
    }

    CountWindow grownTo(int size) {
        if (size <= capacity) {
            return this;
        }
        return new CountWindow(size, filled, copy(failed, words(size)), copy(slow, words(size)));
    }

    /** The window after so many outcomes of one kind. */
    CountWindow push(Outcome outcome, int times) {
        if (capacity == 0 || settled && !outcome.failed && !outcome.slow) {
            return this;
        }
        int shift = Math.min(times, capacity);
        return new CountWindow(
                capacity,
                Math.min(capacity, filled + shift),
                shifted(failed, shift, outcome.failed),
                shifted(slow, shift, outcome.slow));
    }

    private long[] shifted(long[] bits, int shift, boolean ones) {
        long[] next = new long[bits.length];
        int words = shift >>> 6;
        int rest = shift & 63;
        for (int i = bits.length - 1; i >= words; i--) {
            next[i] = bits[i - words] << rest;
            if (rest > 0 && i > words) {
                next[i] |= bits[i - words - 1] >>> (64 - rest);
            }
        }
        if (ones) {
            for (int i = 0; i < words; i++) {
                next[i] = -1L;
            }
            if (rest > 0) {
                next[words] |= (1L << rest) - 1;
            }
        }
        return trimmed(next, capacity);
    }

    private static int ones(long[] bits, int n) {
        int count = 0;
        for (int i = 0; i < n >>> 6; i++) {
            count += Long.bitCount(bits[i]);
        }
        return (n & 63) == 0 ? count : count + Long.bitCount(bits[n >>> 6] & (1L << n) - 1);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CountWindow window
                && capacity == window.capacity
                && filled == window.filled
                && Arrays.equals(failed, window.failed)
                && Arrays.equals(slow, window.slow);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * filled + Arrays.hashCode(failed)) + Arrays.hashCode(slow);
    }

    private static long[] trimmed(long[] bits, int capacity) {
        if ((capacity & 63) != 0) {
            bits[bits.length - 1] &= (1L << capacity) - 1;
        }
        return bits;
    }

    private static long[] copy(long[] bits, int length) {
        long[] copy = new long[length];
        System.arraycopy(bits, 0, copy, 0, bits.length);
        return copy;
    }
}
