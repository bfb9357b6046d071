package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LiveTest {
    private record Settings(int limit) {}

    private final AtomicReference<Settings> settings = new AtomicReference<>(new Settings(1));
    private final List<Settings> worked = new ArrayList<>();
    private final AtomicInteger parts = new AtomicInteger(1);
    private final Live<Settings, String> live = new Live<>(settings::get, parts::get, (now, divided) -> {
        worked.add(now);
        return "limit " + now.limit / divided;
    });

    @Test
    void theResultIsWorkedOutOnceForAsLongAsTheSettingsAreTheSame() {
        String first = live.get();

        assertThat(first).isEqualTo("limit 1");
        assertThat(live.get()).isSameAs(first);
        assertThat(worked).hasSize(1);
    }

    @Test
    void newSettingsGiveANewResultAtTheNextLook() {
        live.get();

        settings.set(new Settings(2));

        assertThat(live.settings()).isEqualTo(new Settings(2));
        assertThat(live.get()).isEqualTo("limit 2").isSameAs(live.get());
        assertThat(worked).containsExactly(new Settings(1), new Settings(2));
    }

    @Test
    void anotherShareGivesANewResultAtTheNextLook() {
        settings.set(new Settings(6));
        live.get();

        parts.set(3);

        assertThat(live.get()).isEqualTo("limit 2").isSameAs(live.get());
    }

    @Test
    void settingsAreOthersWhenTheyAreAnotherObject() {
        String first = live.get();

        settings.set(new Settings(1));

        assertThat(live.get()).isEqualTo(first).isNotSameAs(first);
    }

    @Test
    void everyThreadSeesTheResultOfTheSettingsItSaw() throws InterruptedException {
        Live<Settings, Settings> shared = new Live<>(settings::get, () -> 1, (now, divided) -> now);
        Threads.together(4, number -> {
            for (int i = 0; i < 10_000; i++) {
                if (number == 0) {
                    settings.set(new Settings(i));
                }
                int before = settings.get().limit;
                assertThat(shared.get().limit).isGreaterThanOrEqualTo(Math.min(before, settings.get().limit));
            }
        });
        assertThat(shared.get()).isSameAs(settings.get());
    }
}
