package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.examples.flakyapi.Mood.Answer;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MoodTest {
    private static final Duration LIMIT = Limits.configured().timeout();

    @ParameterizedTest
    @EnumSource(names = {"WELL", "CROWDED"})
    void failsSingleRequestsWhenItIsWell(Mood mood) {
        assertThat(numbersOf(mood, true)).containsExactly(19L, 39L);
        assertThat(mood.isWell()).isTrue();
    }

    @Test
    void isAskedMoreThanItMayBeWhenItIsCrowdedOnly() {
        assertThat(Mood.values()).filteredOn(mood -> mood.pace() > 1).containsExactly(Mood.CROWDED);
        assertThat(DemoOptions.DEFAULTS.rate() * Mood.CROWDED.pace())
                .isGreaterThan((int) Limits.configured().rate());
        assertThat(DemoOptions.DEFAULTS.rate())
                .isLessThan((int) Limits.configured().rate());
    }

    @Test
    void keepsSomeCallersLongerThanTheyWaitWhenItIsSlow() {
        assertThat(LongStream.range(0, 15)
                        .filter(number -> Mood.SLOW.answer(number).work().compareTo(LIMIT) > 0))
                .containsExactly(0L, 5L, 10L);
        assertThat(numbersOf(Mood.SLOW, true)).isEmpty();
        assertThat(Mood.SLOW.isWell()).isFalse();
    }

    @Test
    void failsEveryRequestWhenItIsFailing() {
        assertThat(numbersOf(Mood.FAILING, false)).isEmpty();
        assertThat(Mood.FAILING.isWell()).isFalse();
    }

    private static long[] numbersOf(Mood mood, boolean failed) {
        return LongStream.range(0, 40)
                .filter(number -> {
                    Answer answer = mood.answer(number);
                    return answer.failed() == failed;
                })
                .toArray();
    }
}
