package dev.firefly.resilience.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * One thing that is wrong with a configuration.
 *
 * @param key the key or property concerned
 * @param complaint what is accepted and what was found, to be read after the key: {@code must be >= 1, was 0}
 * @param source where the value came from; empty for values given in code
 * @param remedied whether the complaint itself says what to do, so that nobody needs to add that
 */
public record Problem(String key, String complaint, String source, boolean remedied) {
    /** How many names a message lists: with thousands, it would be read by nobody. */
    public static final int MOST_NAMES = 20;

    private static final int MOST_DIGITS = 60;

    /** A problem whose complaint leaves it to the reader what to do. */
    public Problem(String key, String complaint, String source) {
        this(key, complaint, source, false);
    }

    /** A problem whose complaint says what to do about it. */
    public static Problem withRemedy(String key, String complaint, String source) {
        return new Problem(key, complaint, source, true);
    }

    /**
     * A value that is not accepted.
     *
     * @param value told as one would set it: durations and decimal numbers in the spelling of configuration
     */
    public static Problem of(String key, String accepted, Object value) {
        return new Problem(key, accepted + ", was " + written(value), "");
    }

    private static Object written(Object value) {
        if (value instanceof Duration duration) {
            return Durations.format(duration);
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return written(BigDecimal.valueOf(number));
        }
        // The longest that configuration can give; in code a number of any length can be made of a few characters.
        if (value instanceof BigDecimal number && Math.abs((long) number.scale()) + number.precision() <= MOST_DIGITS) {
            return number.toPlainString();
        }
        return value;
    }

    /** The names a message offers: the first {@value #MOST_NAMES} in alphabetical order, and how many more there are. */
    public static String listed(Collection<String> names) {
        String first = names.stream().sorted().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return names.size() <= MOST_NAMES ? first : first + " and " + (names.size() - MOST_NAMES) + " more";
    }

    /** The same problem, told of the full key and with the place its value came from. */
    public Problem at(String fullKey, String place) {
        return new Problem(fullKey, complaint, place, remedied);
    }

    @Override
    public String toString() {
        return key + ' ' + complaint + (source.isEmpty() ? "" : " (set in " + source + ')');
    }
}
