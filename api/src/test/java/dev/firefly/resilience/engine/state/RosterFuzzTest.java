package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RosterFuzzTest implements RecordFuzz.Subject<Roster> {
    @Test
    void whateverLiesThereNeverDoesHarm() {
        RecordFuzz.run(Roster.TYPE, this);
    }

    @Override
    public Roster sample(SplittableRandom random) {
        TreeMap<String, Long> until = new TreeMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            until.put("n\u00f6de-" + i + "@member", RecordFuzz.NOW + random.nextLong(2 * Roster.STAY_NANOS));
        }
        return new Roster(until);
    }

    @Override
    public void use(Roster roster, long now, SplittableRandom random, Consumer<Roster> made) {
        made.accept(new Roster.Enter("another@member").apply(roster, now).state());
        roster.until().keySet().stream()
                .findFirst()
                .ifPresent(owner ->
                        made.accept(new Roster.Enter(owner).apply(roster, now).state()));
    }

    @Override
    public void recover(Roster roster, long now) {
        Roster next = new Roster.Enter("another@member").apply(roster, now).state();

        assertThat(next.until()).containsEntry("another@member", now + Roster.STAY_NANOS);
        assertThat(next.until().values()).allMatch(end -> end > now && end <= now + Roster.STAY_NANOS);
    }
}
