package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
    private final Schedule schedule = new Schedule(Story.BEGIN, Duration.ofSeconds(50), Duration.ofSeconds(10));

    @ParameterizedTest
    @CsvSource({
        "-1, WELL, 0",
        "0, WELL, 0",
        "9999, WELL, 0",
        "10000, CROWDED, 10000",
        "20000, SLOW, 20000",
        "30000, FAILING, 30000",
        "39999, FAILING, 30000",
        "40000, WELL, 40000",
        "49999, WELL, 40000",
    })
    void goesThroughItsMoods(long at, Mood mood, long turnedAt) {
        assertThat(schedule.mood(Story.at(at))).isEqualTo(mood);
        assertThat(schedule.turnedAt(Story.at(at))).isEqualTo(Story.at(turnedAt));
    }

    @Test
    void staysAsItIsAtTheEnd() {
        assertThat(schedule.mood(Story.at(50_000))).isEqualTo(Mood.WELL);
        assertThat(schedule.mood(Story.at(90_000))).isEqualTo(Mood.WELL);
        assertThat(schedule.turnedAt(Story.at(90_000))).isEqualTo(Story.at(40_000));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "5000, 5000", "15000, 15000", "20000, 0", "35000, 0", "45000, 5000", "60000, 20000"})
    void knowsForHowLongTheApiIsWell(long at, long millis) {
        assertThat(schedule.wellFor(Story.at(at))).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void changesNothingWhenThereIsNone() {
        assertThat(Schedule.NONE.mood(Instant.now())).isEqualTo(Mood.WELL);
        assertThat(Schedule.NONE.wellFor(Instant.now())).isZero();
    }
}
