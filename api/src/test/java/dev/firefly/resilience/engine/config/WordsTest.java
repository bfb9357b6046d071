package dev.firefly.resilience.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "a, '', 1",
        "'', abc, 3",
        "kitten, sitting, 3",
        "flaw, lawn, 2",
        "maxAttempts, max-attempts, 1",
        "jitter, JITTER, 0"
    })
    void distanceCountsInsertionsDeletionsAndReplacements(String left, String right, int expected) {
        assertThat(Words.distance(left, right)).isEqualTo(expected);
        assertThat(Words.distance(right, left)).isEqualTo(expected);
    }

    @Test
    void theNearestIsGuessedAndOfTwoEquallyNearTheFirstInTheAlphabet() {
        assertThat(Words.nearest("jiter", List.of("retry-on", "jitter"))).contains("jitter");
        assertThat(Words.nearest("abc", List.of("aaa", "abd"))).contains("abd");
        assertThat(Words.nearest("abx", List.of("abz", "aby"))).contains("aby");
    }

    @Test
    void nothingIsGuessedForAVeryLongWord() {
        String longest = "a".repeat(99);
        assertThat(Words.nearest(longest + 'x', List.of(longest + 'y'))).contains(longest + 'y');
        assertThat(Words.nearest(longest + "xx", List.of(longest + "xy"))).isEmpty();
    }

    @Test
    void nothingIsGuessedWhenNothingIsNear() {
        assertThat(Words.nearest("quorum", List.of("enabled", "base", "jitter")))
                .isEmpty();
        assertThat(Words.nearest("", List.of("base"))).isEmpty();
        assertThat(Words.nearest("y", List.of("x", "ab"))).isEmpty();
        assertThat(Words.nearest("x", List.of())).isEmpty();
    }
}
