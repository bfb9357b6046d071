package dev.firefly.resilience.circuitbreaker;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The JSON form of a {@link BreakerState}: one flat object of a string, numbers and an array of numbers. */
final class BreakerStateJson {
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private BreakerStateJson() {}

    static String write(BreakerState state) {
        return "{\"state\":\"" + state.phase() + "\",\"failures\":"
                + state.failures().stream().map(BreakerStateJson::seconds).collect(Collectors.joining(",", "[", "]"))
                + ",\"opened_at\":"
                + state.openedAt().map(BreakerStateJson::seconds).orElse("null")
                + ",\"open_for\":"
                + state.openFor().map(BreakerStateJson::seconds).orElse("null") + '}';
    }

    private static String seconds(Instant instant) {
        return seconds(instant.getEpochSecond(), instant.getNano());
    }

    private static String seconds(Duration duration) {
        return seconds(duration.getSeconds(), duration.getNano());
    }

    private static String seconds(long seconds, int nanos) {
        BigDecimal value = BigDecimal.valueOf(seconds).add(BigDecimal.valueOf(nanos, 9));
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    static BreakerState read(String json) {
        Fields fields = new Reader(json).read();
        try {
            return new BreakerState(
                    Phase.valueOf(fields.state.toUpperCase(Locale.ROOT)),
                    fields.failures.stream().map(BreakerStateJson::instant).toList(),
                    fields.failures.size(),
                    Optional.ofNullable(fields.openedAt).map(BreakerStateJson::instant),
                    Optional.ofNullable(fields.openFor).map(BreakerStateJson::duration));
        } catch (ArithmeticException | java.time.DateTimeException e) {
            throw new IllegalArgumentException("not the JSON of a circuit breaker's state: " + e.getMessage(), e);
        }
    }

    private static Instant instant(BigDecimal seconds) {
        return Instant.EPOCH.plus(duration(seconds));
    }

    private static Duration duration(BigDecimal seconds) {
        long nanos = seconds.multiply(NANOS)
                .setScale(0, java.math.RoundingMode.HALF_UP)
                .longValueExact();
        return Duration.ofNanos(nanos);
    }

    private static final class Fields {
        String state = "";
        List<BigDecimal> failures = List.of();

        @Nullable
        BigDecimal openedAt;

        @Nullable
        BigDecimal openFor;
    }

    /** Reads an object member by member; values of unknown members may be strings, numbers, words and number arrays. */
    private static final class Reader {
        private static final int LONGEST_NUMBER = 40;

        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Fields read() {
            Fields fields = new Fields();
            expect('{');
            if (!accept('}')) {
                do {
                    member(fields);
                } while (accept(','));
                expect('}');
            }
            skipBlanks();
            if (at != text.length() || fields.state.isEmpty()) {
                throw wrong();
            }
            return fields;
        }

        private void member(Fields fields) {
            String name = string();
            expect(':');
            switch (name) {
                case "state" -> fields.state = string();
                case "failures" -> fields.failures = numbers();
                case "opened_at" -> fields.openedAt = numberOrNull();
                case "open_for" -> fields.openFor = numberOrNull();
                default -> skip();
            }
        }

        private void skip() {
            skipBlanks();
            char first = at < text.length() ? text.charAt(at) : 0;
            if (first == '"') {
                string();
            } else if (first == '[') {
                numbers();
            } else if (word().isEmpty()) {
                throw wrong();
            }
        }

        private String string() {
            expect('"');
            int from = at;
            while (at < text.length() && text.charAt(at) != '"') {
                if (text.charAt(at) == '\\') {
                    at++;
                }
                at++;
            }
            if (at >= text.length()) {
                throw wrong();
            }
            return text.substring(from, at++);
        }

        private List<BigDecimal> numbers() {
            List<BigDecimal> numbers = new ArrayList<>();
            expect('[');
            if (accept(']')) {
                return numbers;
            }
            do {
                numbers.add(number(word()));
            } while (accept(','));
            expect(']');
            return numbers;
        }

        private @Nullable BigDecimal numberOrNull() {
            String word = word();
            return word.equals("null") ? null : number(word);
        }

        private BigDecimal number(String word) {
            try {
                BigDecimal number = new BigDecimal(word.length() <= LONGEST_NUMBER ? word : "");
                if (Math.abs((long) number.scale()) <= LONGEST_NUMBER) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw wrong();
            }
            throw wrong();
        }

        private String word() {
            skipBlanks();
            int from = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at);
        }

        private boolean accept(char wanted) {
            skipBlanks();
            boolean found = at < text.length() && text.charAt(at) == wanted;
            if (found) {
                at++;
            }
            return found;
        }

        private void expect(char wanted) {
            if (!accept(wanted)) {
                throw wrong();
            }
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("not the JSON of a circuit breaker's state, at character " + at);
        }
    }
}
