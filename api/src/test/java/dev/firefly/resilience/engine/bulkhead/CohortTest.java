package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CohortTest {
    private static final LeaseTerm TERM = new LeaseTerm(80);
    private static final long EIGHTH = 10;

    private final Cohort cohort = new Cohort(TERM, TERM.end(1_000), new AtomicLong());

    @Test
    void itIsNotDoneWhileTakenPermitsStillLapseWithIt() {
        assertThat(cohort.endIfDone(1_000)).isFalse();
        assertThat(cohort.join()).isTrue();
    }

    @Test
    void itIsNotDoneWhilePermitsAreLeftInIt() {
        cohort.join();

        assertThat(cohort.endIfDone(1_000 + 2 * EIGHTH)).isFalse();
        assertThat(cohort.held()).isEqualTo(1);
        assertThat(cohort.isOver()).isFalse();
    }

    @Test
    void itIsDoneWhenItIsEmptyAndLaterPermitsLapseLater() {
        cohort.join();
        cohort.giveBack();

        assertThat(cohort.endIfDone(1_000 + 2 * EIGHTH)).isTrue();
        assertThat(cohort.isOver()).isTrue();
        assertThat(cohort.join()).isFalse();
    }
}
