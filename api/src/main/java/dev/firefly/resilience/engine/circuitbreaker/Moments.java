package dev.firefly.resilience.engine.circuitbreaker;

/** Moments in nanoseconds since the Unix epoch, and figures, as they may stand in a record. */
final class Moments {
    /** In the year 2116; far enough from the end of a long that a span can be added to it. */
    static final long LATEST = 1L << 62;

    /** More outcomes than any window sees. Two such figures can be added without an overflow of a long. */
    static final int MOST_OUTCOMES = 1 << 30;

    /** Epochs and permits go up by one each time; none gets that far. */
    static final long LAST_NUMBER = Long.MAX_VALUE / 2;

    private Moments() {}

    /** The epoch if it may stand in a record; after the last one they begin anew. */
    static long epoch(long epoch) {
        return epoch > LAST_NUMBER ? 0 : epoch;
    }

    /** A moment, or a span, moved by so much, which may be negative; what cannot be written is the nearest that can. */
    static long shifted(long at, long by) {
        if (by > 0) {
            return at > Long.MAX_VALUE - by ? Long.MAX_VALUE : at + by;
        }
        return Math.max(0, at + by);
    }

    /** The sum of two figures, at most what may be written. */
    static int sum(int outcomes, int more) {
        return (int) Math.min(MOST_OUTCOMES, (long) outcomes + more);
    }

    /** Gives a moment back that may stand in a record, and refuses any other. */
    static long checked(long at) {
        return checked(at, 0, LATEST, "time");
    }

    /** Gives a figure back that may stand in a record, and refuses any other. */
    static int checked(int outcomes) {
        return (int) checked(outcomes, 0, MOST_OUTCOMES, "figure");
    }

    /** Gives a number back if it is in its range, ends included. */
    static long checked(long value, long least, long most, String what) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + ' ' + value);
        }
        return value;
    }

    /** Refuses moments that are not in ascending order. */
    static void requireAscending(long[] moments) {
        for (int i = 0; i < moments.length; i++) {
            checked(moments[i], i == 0 ? 0 : moments[i - 1], LATEST, "time out of order");
        }
    }
}
