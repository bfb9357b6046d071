package dev.firefly.resilience.config;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The one reading of durations, used for configuration, annotations and everything else that takes one as text. */
public final class Durations {
    /** What {@link #parse} accepts, in words. */
    public static final String ACCEPTED =
            "must be a duration: seconds (2, 0.5), a number with ns, us, ms, s, m, h or d (250ms), or ISO-8601 (PT30S);"
                    + " whole nanoseconds, not negative, below 292 years";

    // Bounded, so that no text makes it work with numbers of a million digits.
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,30}(?:\\.[0-9]{1,30})?)\\s?(ns|us|ms|s|m|h|d)?");

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /** From the smallest. */
    private static final String[] UNITS = {"ns", "us", "ms", "s", "m", "h", "d"};

    /** How many digits of a duration are of use to a person; rounded up. */
    private static final MathContext DIGITS = new MathContext(3, RoundingMode.UP);

    /** What is below it has no more digits in front of the point. */
    private static final BigDecimal TOO_LONG = BigDecimal.TEN.pow(DIGITS.getPrecision());

    private static final Pattern SHORT = Pattern.compile("[0-9]{1," + DIGITS.getPrecision() + "}[a-z]+");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @param text a bare number of seconds, a number with a unit, or ISO-8601; surrounding blanks are ignored
     * @throws IllegalArgumentException when it is none of these, negative, finer than a nanosecond or too large for a
     *     {@code long} of nanoseconds; the message says what is accepted, and what was found
     */
    public static Duration parse(String text) {
        String trimmed = text.strip();
        try {
            Matcher amount = AMOUNT.matcher(trimmed.toLowerCase(Locale.ROOT));
            if (!amount.matches()) {
                return checked(Duration.parse(trimmed), text);
            }
            String unit = amount.group(2) == null ? "s" : amount.group(2);
            BigDecimal nanos = new BigDecimal(amount.group(1))
                    .multiply(BigDecimal.valueOf(nanosPer(unit)))
                    .setScale(0, RoundingMode.UNNECESSARY);
            return Duration.ofNanos(nanos.longValueExact());
        } catch (ArithmeticException | DateTimeException e) {
            throw new IllegalArgumentException(ACCEPTED + ", was " + text, e);
        }
    }

    /**
     * The text in the largest unit that needs no fraction: {@code 250ms}, {@code 30s}, {@code 5m}. {@link #parse} reads
     * it as the same duration if that {@link #isValid is valid}; any other is written in the way of ISO-8601.
     */
    public static String format(Duration duration) {
        if (!isValid(duration)) {
            return duration.toString();
        }
        long nanos = duration.toNanos();
        for (int i = UNITS.length - 1; i >= 0 && nanos != 0; i--) {
            long size = nanosPer(UNITS[i]);
            if (nanos % size == 0) {
                return nanos / size + UNITS[i];
            }
        }
        return "0";
    }

    /**
     * The text for a person, in a message or a log: three digits that count, in the smallest unit that needs no more of
     * them in front of the point, as in {@code 250ms}, {@code 29.9s} and {@code 16.7m}; or what {@link #format} gives
     * where that is as short, as in {@code 5m}. Rounded up, so that whoever waits as long as it says has waited long
     * enough, and by less than a hundredth. {@link #parse} reads it, if the duration {@link #isValid is valid} and does
     * not come up to the 292 years in rounding; any other is written in the way of ISO-8601.
     */
    public static String rounded(Duration duration) {
        if (!isValid(duration)) {
            return duration.toString();
        }
        if (duration.isZero()) {
            return "0s";
        }
        String unit = Arrays.stream(UNITS)
                .filter(candidate -> roundedIn(candidate, duration).compareTo(TOO_LONG) < 0)
                .findFirst()
                .orElse(UNITS[UNITS.length - 1]);
        BigDecimal number = roundedIn(unit, duration);
        // Rounding can lead beyond a long; what is cut to the longest then is not short in any unit.
        BigDecimal nanos = number.multiply(BigDecimal.valueOf(nanosPer(unit))).min(BigDecimal.valueOf(Long.MAX_VALUE));
        String exact = format(Duration.ofNanos(nanos.longValueExact()));
        return SHORT.matcher(exact).matches()
                ? exact
                : number.stripTrailingZeros().toPlainString() + unit;
    }

    private static BigDecimal roundedIn(String unit, Duration duration) {
        return BigDecimal.valueOf(duration.toNanos()).divide(BigDecimal.valueOf(nanosPer(unit)), DIGITS);
    }

    /**
     * The text for a person of a limit that something went beyond, which must not be told longer than it was: as {@link
     * #format} gives it where it is whole milliseconds, as limits that are configured mostly are; any other as {@link
     * #rounded} gives it.
     */
    public static String limit(Duration limit) {
        boolean isWholeMillis = limit.truncatedTo(ChronoUnit.MILLIS).equals(limit);
        return isWholeMillis && !limit.isZero() ? format(limit) : rounded(limit);
    }

    /** Whether a duration is usable as a setting: not negative and not too large for a {@code long} of nanoseconds. */
    public static boolean isValid(Duration duration) {
        return !duration.isNegative() && duration.compareTo(LONGEST) <= 0;
    }

    private static long nanosPer(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            case "d" -> 86_400_000_000_000L;
            default -> throw new IllegalArgumentException("no unit: " + unit);
        };
    }

    private static Duration checked(Duration duration, String text) {
        if (!isValid(duration)) {
            throw new IllegalArgumentException(ACCEPTED + ", was " + text);
        }
        return duration;
    }
}
