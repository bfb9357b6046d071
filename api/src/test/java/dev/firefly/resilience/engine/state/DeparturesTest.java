package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class DeparturesTest {
    private static final long SECOND = 1_000_000_000L;

    private final Departures departures = new Departures();

    @Test
    void whoeverWasNeverAMemberDoesNotLeave() {
        assertThat(departures.look(Set.of("a", "b"), 0)).isEmpty();
        assertThat(departures.look(Set.of("a", "b", "c"), SECOND)).isEmpty();
        assertThat(departures.look(Set.of("a", "b", "c"), 60 * SECOND)).isEmpty();
    }

    @Test
    void aMemberThatIsGoneHasLeftAtOnceAndOnceMoreWhenItsLastWritesAreThereOrNeverWillBe() {
        departures.look(Set.of("a", "b"), 0);

        assertThat(departures.look(Set.of("a"), SECOND)).containsExactly("b");
        assertThat(departures.look(Set.of("a"), 2 * SECOND)).isEmpty();
        assertThat(departures.look(Set.of("a"), 16 * SECOND - 1)).isEmpty();
        assertThat(departures.look(Set.of("a"), 16 * SECOND)).containsExactly("b");
        assertThat(departures.look(Set.of("a"), 60 * SECOND)).isEmpty();
    }

    @Test
    void severalThatLeaveOneAfterTheOtherAreToldEachInItsTime() {
        departures.look(Set.of("a", "b", "c"), 0);

        assertThat(departures.look(Set.of("a", "c"), SECOND)).containsExactly("b");
        assertThat(departures.look(Set.of("a"), 3 * SECOND)).containsExactly("c");
        assertThat(departures.look(Set.of("a"), 16 * SECOND)).containsExactly("b");
        assertThat(departures.look(Set.of("a"), 18 * SECOND)).containsExactly("c");
    }

    @Test
    void whoeverLeavesAndIsBackWhenTheSecondTimeComesIsGivenUpForTheTimeItWasAway() {
        departures.look(Set.of("a", "b"), 0);
        departures.look(Set.of("a"), SECOND);

        assertThat(departures.look(Set.of("a", "b"), 2 * SECOND)).isEmpty();
        assertThat(departures.look(Set.of("a"), 3 * SECOND)).containsExactly("b");
        assertThat(departures.look(Set.of("a"), 17 * SECOND))
                .as("counted from the last time")
                .isEmpty();
        assertThat(departures.look(Set.of("a"), 18 * SECOND)).containsExactly("b");
    }

    @Test
    void whoeverIsBackKeepsWhatItHoldsNow() {
        departures.look(Set.of("a", "b"), 0);
        departures.look(Set.of("a"), SECOND);

        departures.look(Set.of("a", "b"), 2 * SECOND);

        assertThat(departures.look(Set.of("a", "b"), 16 * SECOND)).isEmpty();
    }

    @Test
    void nobodyHasLeftWhileTheMembersAreTheSame() {
        departures.look(Set.of(), 0);
        assertThat(departures.look(Set.of(), 60 * SECOND)).isEmpty();
    }
}
