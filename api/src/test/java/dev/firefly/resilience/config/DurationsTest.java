package dev.firefly.resilience.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "2, PT2S",
        "0.5, PT0.5S",
        "' 2 ', PT2S",
        "0ms, PT0S",
        "7ns, PT0.000000007S",
        "7us, PT0.000007S",
        "250ms, PT0.25S",
        "250 ms, PT0.25S",
        "250MS, PT0.25S",
        "30s, PT30S",
        "5m, PT5M",
        "1h, PT1H",
        "1.5h, PT1H30M",
        "2d, PT48H",
        "PT30S, PT30S",
        "pt30s, PT30S",
        "P2DT1M, PT48H1M",
        "PT0.000000001S, PT0.000000001S",
        "0.000000001, PT0.000000001S",
        "9223372036854775807ns, PT2562047H47M16.854775807S",
        "9223372036.854775807, PT2562047H47M16.854775807S",
    })
    void everySpellingIsRead(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "ms", "two", "1,5", "1e3", "0x10", "1.", ".5", "--1", "1w", "1 2", "1mss", "NaN", "P", "PT",
                "P1M", "P1Y", "\u0663"
            })
    void anythingElseIsRefusedWithWhatIsAccepted(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessage(Durations.ACCEPTED + ", was " + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-5ms", "-PT1S", "PT-1S", "-PT0.000000001S"})
    void aNegativeDurationIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessageContaining("not negative");
    }

    /** D08: what overflows a long of nanoseconds is refused, whichever way it is written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808ns",
                "9223372036.854775808",
                "292471y",
                "106752d",
                "999999999999999999999999999999d",
                "PT9223372036.854775808S",
                "PT9223372036854775807S",
                "PT99999999999999999999999999S",
                "P106752D"
            })
    void aDurationThatOverflowsNanosecondsIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessageContaining("below 292 years");
    }

    @Test
    void aDurationFinerThanANanosecondIsRefusedRatherThanRounded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse("0.5ns"))
                .withMessageContaining("whole nanoseconds");
        assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse("0.0000000001"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%sd", "0.%s", "PT%sS", "PT0.%sS"})
    void aMillionDigitsAreRefused(String form) {
        String text = String.format(Locale.ROOT, form, "9".repeat(1_000_000));
        assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0",
        "PT0.25S, 250ms",
        "PT30S, 30s",
        "PT90S, 90s",
        "PT5M, 5m",
        "PT36H, 36h",
        "PT48H, 2d",
        "PT0.000007S, 7us",
        "PT0.000000007S, 7ns",
        "PT-1S, PT-1S",
        "PT9223372036854775807S, PT2562047788015215H30M7S",
    })
    void formatUsesTheLargestUnitThatNeedsNoFraction(Duration duration, String expected) {
        assertThat(Durations.format(duration)).isEqualTo(expected);
    }

    @Test
    void whatFormatWritesIsReadAsTheSameDuration() {
        SplittableRandom random = new SplittableRandom(20260101);
        for (int i = 0; i < 10_000; i++) {
            Duration duration = Duration.ofNanos(random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63));
            assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT0.000000007S, 7ns",
        "PT0.000001234S, 1.24us",
        "PT0.25S, 250ms",
        "PT0.0123S, 12.3ms",
        "PT0.000000999S, 999ns",
        "PT0.0009995S, 1ms",
        "PT0.9991S, 1s",
        "PT1.5S, 1.5s",
        "PT29.9S, 29.9s",
        "PT29.923456789S, 30s",
        "PT29.8234S, 29.9s",
        "PT90S, 90s",
        "PT2M5.5S, 126s",
        "PT5M, 5m",
        "PT16M39S, 999s",
        "PT16M39.5S, 16.7m",
        "PT16M41S, 16.7m",
        "PT16H39M, 999m",
        "PT16H39M30S, 16.7h",
        "PT1H30M, 90m",
        "PT36H, 36h",
        "PT48H, 2d",
        "PT999H, 999h",
        "PT999H30M, 41.7d",
        "PT1000H1S, 41.7d",
        "PT-1S, PT-1S",
    })
    void roundedHasThreeDigitsThatCount(Duration duration, String expected) {
        assertThat(Durations.rounded(duration)).isEqualTo(expected);
    }

    @Test
    void whatRoundedWritesIsNeverLessAndLessThanAHundredthMore() {
        SplittableRandom random = new SplittableRandom(20260102);
        for (int i = 0; i < 10_000; i++) {
            Duration duration = Duration.ofNanos(random.nextLong(Long.MAX_VALUE / 2) >>> random.nextInt(62));
            assertThat(Durations.parse(Durations.rounded(duration)))
                    .as("%s", duration)
                    .isBetween(duration, duration.plus(duration.dividedBy(100)));
        }
    }

    @Test
    void theLongestDurationIsWrittenToo() {
        assertThat(Durations.rounded(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo("107000d");
    }

    @ParameterizedTest
    @CsvSource({
        "PT1.001S, 1001ms",
        "PT16M41S, 1001s",
        "PT0.5S, 500ms",
        "PT1.001000001S, 1.01s",
        "PT0.0123456S, 12.4ms",
        "PT0S, 0s",
        "PT-1S, PT-1S",
        "PT9223372036854775807S, PT2562047788015215H30M7S",
    })
    void aLimitOfWholeMillisecondsIsNotRounded(Duration limit, String expected) {
        assertThat(Durations.limit(limit)).isEqualTo(expected);
    }

    @Test
    void validIsWhatIsNotNegativeAndFitsALongOfNanoseconds() {
        assertThat(Durations.isValid(Duration.ZERO)).isTrue();
        assertThat(Durations.isValid(Duration.ofNanos(Long.MAX_VALUE))).isTrue();
        assertThat(Durations.isValid(Duration.ofNanos(Long.MAX_VALUE).plusNanos(1)))
                .isFalse();
        assertThat(Durations.isValid(Duration.ofNanos(-1))).isFalse();
    }
}
