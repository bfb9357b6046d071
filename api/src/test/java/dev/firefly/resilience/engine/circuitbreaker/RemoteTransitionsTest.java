package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.TestEnvironment;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.event.CircuitTransition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is announced of the records a node meets, in whatever order its threads meet them. */
class RemoteTransitionsTest {
    private static final Open OPENED = new Open(1, T0, 30 * SECOND, Trip.BY_HAND);

    private final EventBus events = new EventBus();
    private final List<Phase> heard = new ArrayList<>();
    private final RemoteTransitions transitions =
            new RemoteTransitions("x", TestEnvironment.of(new ManualTime(), () -> 0, Runnable::run), events);

    RemoteTransitionsTest() {
        events.subscribe(
                CircuitTransition.class, event -> heard.add(event.state().phase()));
    }

    @Test
    void theFirstOpeningIsHeardOnceThoughSomebodyIsLateToSayThatThereIsNoRecord() {
        transitions.missing();
        transitions.met(OPENED, T0, false);
        transitions.missing();
        transitions.met(OPENED, T0, false);

        assertThat(heard).containsExactly(Phase.OPEN);
    }

    @Test
    void theSameOpeningInAnotherRecordIsHeardAgain() {
        transitions.missing();
        transitions.met(OPENED, T0, false);
        transitions.missing();
        transitions.met(OPENED.shifted(60 * SECOND), T0 + 60 * SECOND, false);

        assertThat(heard).containsExactly(Phase.OPEN, Phase.OPEN);
    }

    @Test
    void whatIsMetBehindSomethingNewerIsOld() {
        transitions.missing();
        transitions.met(new Circuit.ForcedOpen(5, T0 + SECOND), T0 + SECOND, true);
        transitions.met(OPENED, T0, false);
        transitions.met(new Circuit.Disabled(6), T0 + SECOND, false);

        assertThat(heard).containsExactly(Phase.DISABLED);
    }

    @Test
    void whatAnExecutorDiscardsIsToldWithWhatFollows() {
        List<Runnable> discarded = new ArrayList<>();
        RemoteTransitions behind = new RemoteTransitions(
                "x",
                TestEnvironment.of(new ManualTime(), () -> 0, task -> {
                    if (discarded.isEmpty()) {
                        discarded.add(task);
                    } else {
                        task.run();
                    }
                }),
                events);
        behind.missing();
        behind.met(OPENED, T0, false);
        assertThat(heard).isEmpty();

        behind.met(new Circuit.Disabled(6), T0 + SECOND, false);

        assertThat(heard).containsExactly(Phase.OPEN, Phase.DISABLED);
    }
}
