package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsReaderTest {
    @Test
    void withoutArgumentsEverythingHasItsDefault() {
        assertThat(OptionsReader.read()).isEqualTo(DemoOptions.DEFAULTS);
    }

    @Test
    void readsEveryOptionInBothForms() {
        DemoOptions expected =
                new DemoOptions(Duration.ofMinutes(2), Duration.ofSeconds(15), 5, 70, Duration.ofMillis(2500), 8080);

        assertThat(OptionsReader.read(
                        "--duration",
                        "2m",
                        "--period",
                        "15",
                        "--nodes",
                        "5",
                        "--rate",
                        "70/s",
                        "--open",
                        "2500ms",
                        "--port",
                        "8080"))
                .isEqualTo(expected);
        assertThat(OptionsReader.read(
                        "--duration=PT2M", "--period=15s", "--nodes=5", "--rate=70", "--open=2.5", "--port=8080"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void helpIsAskedForByEitherName(String help) {
        assertThat(OptionsReader.wantsHelp("--nodes", "3", help)).isTrue();
        assertThat(OptionsReader.wantsHelp("--nodes", "3")).isFalse();
    }

    @Test
    void helpTellsTheDefaultsInForce() {
        assertThat(OptionsReader.HELP)
                .contains("--duration 57s", "--period 6s ", "--nodes 3 ", "--rate 60/s", "--open 3s", "--port 0 ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes    | 1     | --nodes must be a whole number from 2 to 9, was 1",
                "--nodes    | ten   | --nodes must be a whole number from 2 to 9, was ten",
                "--port     | 65536 | --port must be a whole number from 0 to 65535, was 65536",
                "--port     | -1    | --port must be a whole number from 0 to 65535, was -1",
                "--rate     | 49/s  | --rate must be from 50/s to 150/s, was 49/s",
                "--rate     | 151/s | --rate must be from 50/s to 150/s, was 151/s",
                "--rate     | 60/m  | --rate must be from 50/s to 150/s, was 60/m",
                "--open     | 1s    | --open must be longer than 1s and at most 1d, was 1s",
                "--period   | 0     | --period must be longer than 0 and at most 1d, was 0",
                "--duration | 0     | --duration must be longer than 0 and at most 1d, was 0",
                "--duration | 2d    | --duration must be longer than 0 and at most 1d, was 2d",
                "--colour   | red   | --colour is not an option",
            })
    void refusesWhatIsOutOfRange(String name, String value, String message) {
        assertThat(problems(name, value)).containsExactly(message);
    }

    @Test
    void tellsWhatADurationLooksLike() {
        assertThat(problems("--period", "soon")).singleElement().asString().contains("250ms", "PT30S", "was soon");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--duration", "--period", "--nodes", "--rate", "--open", "--port"})
    void refusesAnOptionWithoutAValue(String name) {
        assertThat(problems(name))
                .singleElement()
                .asString()
                .startsWith(name + " must be")
                .endsWith("was missing");
    }

    @Test
    void refusesARunTooShortForAllMoodsAndForTheCircuitToClose() {
        assertThat(problems("--duration", "28s"))
                .containsExactly("--duration must be at least 29s (four periods, --open and two seconds), so that"
                        + " every guard acts and the circuit can close again, was 28s");
        assertThat(OptionsReader.read("--duration", "29s").duration()).isEqualTo(Duration.ofSeconds(29));
    }

    @Test
    void refusesAPeriodTooShortForTheCircuitToFindTheApiWell() {
        assertThat(problems("--period", "4.5"))
                .containsExactly("--period must be at least 5s (--open and two seconds), so that every guard acts"
                        + " and the circuit can close again, was 4500ms");
        assertThat(OptionsReader.read("--period", "5").period()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void tellsEverythingThatIsWrongAtOnce() {
        assertThat(problems("now", "--nodes", "0", "--rate", "--open", "never", "--verbose"))
                .hasSize(5)
                .anyMatch(problem -> problem.startsWith("now is not an option"))
                .anyMatch(problem -> problem.startsWith("--nodes must"))
                .anyMatch(problem -> problem.startsWith("--rate must"))
                .anyMatch(problem -> problem.startsWith("--open must"))
                .anyMatch(problem -> problem.startsWith("--verbose is not"));
    }

    private static List<String> problems(String... args) {
        return catchThrowableOfType(ConfigurationException.class, () -> OptionsReader.read(args)).problems().stream()
                .map(Problem::toString)
                .toList();
    }
}
