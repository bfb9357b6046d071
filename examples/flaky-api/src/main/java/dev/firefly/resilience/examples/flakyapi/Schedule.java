package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;
import java.time.Instant;

/**
 * When the API is in which mood: in the first before the beginning, then in each for a period, and after the end as it was.
 *
 * @param begin when the first period begins
 * @param length how long all of them take; longer than zero
 * @param period how long each of them takes
 */
record Schedule(Instant begin, Duration length, Duration period) {
    /** Nothing will ever change. */
    static final Schedule NONE = new Schedule(Instant.MAX, Duration.ofNanos(1), Duration.ofNanos(1));

    /** How many periods have passed at that moment. */
    long turn(Instant now) {
        if (now.isBefore(begin)) {
            return 0;
        }
        Duration elapsed = Duration.between(begin, now);
        Duration last = length.minusNanos(1);
        return (elapsed.compareTo(last) < 0 ? elapsed : last).dividedBy(period);
    }

    /** The mood at that moment. */
    Mood mood(Instant now) {
        return mood(turn(now));
    }

    /** When the period began that is under way at that moment. */
    Instant turnedAt(Instant now) {
        return begin.plus(period.multipliedBy(turn(now)));
    }

    /** For how long the API has been well at that moment. */
    Duration wellFor(Instant now) {
        long turn = turn(now);
        if (now.isBefore(begin) || !mood(turn).isWell()) {
            return Duration.ZERO;
        }
        long first = turn;
        while (first > 0 && mood(first - 1).isWell()) {
            first--;
        }
        return Duration.between(begin.plus(period.multipliedBy(first)), now);
    }

    private static Mood mood(long turn) {
        Mood[] moods = Mood.values();
        return moods[(int) (turn % moods.length)];
    }
}
