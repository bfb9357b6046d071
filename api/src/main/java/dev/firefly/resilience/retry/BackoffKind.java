package dev.firefly.resilience.retry;

import java.time.Duration;

/** How the wait between attempts grows with their number, where {@code base} is the {@code wait-duration}. */
public enum BackoffKind {
    /** base, base, base, ... */
    CONSTANT {
        @Override
        double factor(double multiplier, int attempt) {
            return 1;
        }
    },
    /** base, 2 base, 3 base, ... */
    LINEAR {
        @Override
        double factor(double multiplier, int attempt) {
            return attempt;
        }
    },
    /** base, base * multiplier, base * multiplier^2, ...; a multiplier below 1 makes the waits shrink. */
    EXPONENTIAL {
        @Override
        double factor(double multiplier, int attempt) {
            return Math.pow(multiplier, attempt - 1.0);
        }
    },
    /** base, base, 2 base, 3 base, 5 base, ...: each wait the sum of the two before it. */
    FIBONACCI {
        @Override
        double factor(double multiplier, int attempt) {
            return fibonacci(attempt);
        }
    };

    /** From this number on a Fibonacci number is more than a {@code long} holds. */
    private static final int FIRST_FIBONACCI_TOO_LARGE = 93;

    /** What the wait after this attempt is, as a multiple of the base; infinite where no double is large enough. */
    abstract double factor(double multiplier, int attempt);

    /**
     * The wait after an attempt. Never negative, and finite for every attempt: what is too large becomes
     * {@link Long#MAX_VALUE} nanoseconds.
     *
     * @param base the wait after the first attempt; not negative
     * @param multiplier above 0; only {@link #EXPONENTIAL} looks at it
     * @param attempt the number of the attempt that just ended, 1 for the first
     */
    public Duration waitAfter(Duration base, double multiplier, int attempt) {
        // Zero times infinity is no number, though no wait at all stays none however often it is multiplied.
        return base.isZero()
                ? Duration.ZERO
                : Duration.ofNanos(Math.round(saturatedNanos(base) * factor(multiplier, attempt)));
    }

    private static double saturatedNanos(Duration duration) {
        return duration.getSeconds() * 1e9 + duration.getNano();
    }

    private static double fibonacci(int attempt) {
        if (attempt >= FIRST_FIBONACCI_TOO_LARGE) {
            return Double.POSITIVE_INFINITY;
        }
        long before = 0;
        long number = 1;
        for (int i = 1; i < attempt; i++) {
            long next = before + number;
            before = number;
            number = next;
        }
        return number;
    }
}
