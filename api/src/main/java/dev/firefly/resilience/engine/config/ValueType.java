package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a text becomes a value.
 *
 * @param accepted what is accepted, in words, to be read after the key
 * @param parser gives the value of a text without surrounding blanks; null or an IllegalArgumentException: not accepted
 * @param formatter gives a text that the parser reads as the value
 */
record ValueType<T>(String accepted, Function<String, @Nullable T> parser, Function<T, String> formatter) {
    /** Any text. */
    static final ValueType<String> TEXT = new ValueType<>("must be a text", text -> text, text -> text);

    /** A whole number. */
    static final ValueType<Integer> INTEGER =
            new ValueType<>("must be a whole number", Integer::valueOf, value -> value.toString());

    /** Strict, since a misspelt "true" that silently means false is hard to find. */
    static final ValueType<Boolean> FLAG = new ValueType<>(
            "must be true or false",
            text -> Map.of("true", true, "false", false).get(text.toLowerCase(Locale.ROOT)),
            value -> value.toString());

    /** A duration. */
    static final ValueType<Duration> DURATION =
            new ValueType<>(Durations.ACCEPTED, Durations::parse, Durations::format);

    // Without exponents and bounded: written out in a message, 1e999999999 would take a gigabyte.
    private static final Pattern PLAIN_NUMBER =
            Pattern.compile("[+-]?(?:[0-9]{1,20}(?:\\.[0-9]{0,20})?|\\.[0-9]{1,20})");

    /** A decimal number, exactly as written. */
    static final ValueType<BigDecimal> EXACT = new ValueType<>(
            "must be a number such as 0.5",
            text -> PLAIN_NUMBER.matcher(text).matches() ? new BigDecimal(text).stripTrailingZeros() : null,
            BigDecimal::toPlainString);

    /** A decimal number as a double. */
    static final ValueType<Double> DECIMAL = EXACT.map(BigDecimal::doubleValue, BigDecimal::valueOf);

    /** The word for one of these constants: its name in lower case, with hyphens. */
    static <E extends Enum<E>> ValueType<E> oneOf(E[] constants) {
        Map<String, E> words =
                Arrays.stream(constants).collect(Collectors.toMap(ValueType::word, constant -> constant));
        String listed = Arrays.stream(constants).map(ValueType::word).collect(Collectors.joining(", "));
        return new ValueType<>(
                "must be one of " + listed, text -> words.get(text.toLowerCase(Locale.ROOT)), ValueType::word);
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException when it is not accepted; the message says what is, and what was found
     */
    T parse(String text) {
        try {
            T value = parser.apply(text.strip());
            if (value != null) {
                return value;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(accepted + ", was " + text, e);
        }
        throw new IllegalArgumentException(accepted + ", was " + text);
    }

    /** The text for a value; {@link #parse} reads it as an equal one. */
    String format(T value) {
        return formatter.apply(value);
    }

    private <U> ValueType<U> map(Function<T, U> next, Function<U, T> back) {
        Function<String, @Nullable U> parsed = text -> {
            T value = parser.apply(text);
            return value == null ? null : next.apply(value);
        };
        return new ValueType<>(accepted, parsed, value -> format(back.apply(value)));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
