package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.CircuitTransition;
import dev.firefly.resilience.event.ResilienceEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With {@code events.cluster} a node announces what others do to circuits that it knows. */
@Timeout(120)
class ClusterEventsTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final String KEY = "firefly:resilience:circuit-breaker:x";

    private final World maker = new World(Place.STORE, b -> b.failureThreshold(2));
    private final World hearer = maker.otherNode(World.CLUSTER_EVENTS);

    ClusterEventsTest() {
        assertThat(hearer.phase()).isEqualTo(Phase.CLOSED);
    }

    private static List<String> heard(World node) {
        return node.events(CircuitTransition.class).stream()
                .map(event -> event.getClass().getSimpleName() + (event.remote() ? " remote" : ""))
                .toList();
    }

    @Test
    void everyTransitionIsHeardOnceAndInOrder() {
        maker.fail(2);
        maker.advance(WAIT);
        maker.breaker.permit().recordSuccess();

        assertThat(heard(hearer))
                .containsExactly("CircuitOpened remote", "CircuitHalfOpened remote", "CircuitClosed remote");
        assertThat(heard(maker)).containsExactly("CircuitOpened", "CircuitHalfOpened", "CircuitClosed");
    }

    @Test
    void theEventSaysWhatTheMakersSaysAndWhoTells() {
        maker.advance(5);
        maker.fail(2);

        CircuitOpened own = maker.events(CircuitOpened.class).get(0);
        assertThat(hearer.events(CircuitOpened.class)).singleElement().satisfies(event -> {
            assertThat(event.time()).isEqualTo(own.time()).isEqualTo(Instant.EPOCH.plusNanos(maker.clock.nanos()));
            assertThat(event.state()).isEqualTo(own.state());
            assertThat(event.instance()).isEqualTo("x");
            assertThat(event.remote()).isTrue();
            assertThat(event.node()).isEqualTo(hearer.registry.node()).isNotEqualTo(own.node());
        });
        assertThat(own.remote()).isFalse();
    }

    @Test
    void unlessAskedForNothingIsHeardOfOthers() {
        World deaf = maker.otherNode();
        deaf.breaker.state();

        maker.fail(2);

        assertThat(deaf.phase()).isEqualTo(Phase.OPEN);
        assertThat(heard(deaf)).isEmpty();
    }

    @Test
    void whatANodeDoesItselfItHearsOfAsItsOwn() {
        hearer.fail(2);
        maker.breaker.open(Duration.ofMinutes(9)); // the same opening, written by another
        hearer.breaker.close();
        hearer.advance(2);
        hearer.breaker.state();

        assertThat(heard(hearer)).containsExactly("CircuitOpened", "CircuitClosed");
    }

    @Test
    void whatANodeDidItselfIsItsOwnEvenIfTheStoreDoesNotTellItSo() {
        hearer.store.loseChanges();
        hearer.fail(2);
        maker.breaker.open(Duration.ofMinutes(9));
        hearer.advance(2);

        assertThat(hearer.breaker.state().openFor()).contains(Duration.ofMinutes(9));
        assertThat(heard(hearer)).containsExactly("CircuitOpened");
    }

    @Test
    void whoComesLaterHearsNothingOfThePast() {
        maker.fail(2);
        World late = maker.otherNode(World.CLUSTER_EVENTS);
        assertThat(late.phase()).isEqualTo(Phase.OPEN);
        assertThat(heard(late)).isEmpty();

        maker.breaker.close();

        assertThat(heard(late)).containsExactly("CircuitClosed remote");
    }

    @Test
    void whatTheStoreDidNotTellIsHeardWhenItIsRead() {
        hearer.store.loseChanges();
        maker.fail(2);
        assertThat(heard(hearer)).isEmpty();

        hearer.advance(2);
        hearer.breaker.state();

        assertThat(heard(hearer)).containsExactly("CircuitOpened remote");
    }

    @Test
    void whatANodeFirstMeetsUnderTheLockIsHeardBeforeWhatItMakesOfIt() {
        hearer.store.loseChanges();
        maker.fail(2);

        hearer.breaker.close();

        assertThat(heard(hearer)).containsExactly("CircuitOpened remote", "CircuitClosed");
    }

    /** Also where the executor has the listener run on the thread that has found out. */
    @Test
    void noLockIsHeldWhileItIsHeard() {
        List<Boolean> isFree = new CopyOnWriteArrayList<>();
        hearer.registry
                .events()
                .subscribe(
                        CircuitOpened.class,
                        event -> isFree.add(CompletableFuture.supplyAsync(
                                        () -> maker.store.withLock(KEY, Duration.ZERO, entry -> {}))
                                .join()));
        hearer.store.loseChanges();
        maker.fail(2);

        hearer.breaker.close();

        assertThat(isFree).containsExactly(true);
    }

    @Test
    void closingAClosedCircuitIsNotHeard() {
        maker.fail(1);
        maker.breaker.close();

        assertThat(heard(hearer)).isEmpty();
    }

    @Test
    void whatHappensInARecordThatBeganAnewIsHeardToo() {
        maker.fail(2);
        maker.breaker.close();
        maker.breaker.disable();
        maker.store.put(KEY, new byte[] {1, 2, 3}); // as good as none
        maker.advance(2);
        hearer.breaker.state();
        hearer.events.clear();

        maker.fail(2);

        assertThat(heard(hearer)).containsExactly("CircuitOpened remote");
    }

    @Test
    void thatARecordBeganAnewNeedNotBeSeenToHearWhatHappensInIt() {
        maker.fail(2);
        maker.breaker.close();
        maker.fail(2);
        maker.breaker.close();
        hearer.store.loseChanges();
        hearer.advance(1);
        hearer.registry.circuitBreakers().isOpen("behind all that is to be read", CircuitBreakerConfig.defaults());
        hearer.events.clear();
        maker.store.put(KEY, new byte[] {1, 2, 3}); // as good as none
        maker.advance(2);
        assertThat(maker.phase()).isEqualTo(Phase.CLOSED);
        maker.fail(2);

        hearer.advance(2);

        assertThat(hearer.phase()).isEqualTo(Phase.OPEN);
        assertThat(heard(hearer)).containsExactly("CircuitOpened remote");
    }

    @Test
    void nobodyListensSoNothingIsBuilt() {
        List<ResilienceEvent> closings = new CopyOnWriteArrayList<>();
        World quiet = maker.otherNode(World.CLUSTER_EVENTS);
        quiet.breaker.state();
        quiet.listening.close();
        quiet.registry.events().subscribe(CircuitClosed.class, closings::add);

        maker.fail(2);
        maker.breaker.close();

        assertThat(closings).hasSize(1);
        assertThat(quiet.events).isEmpty();
    }

    @Test
    void inMemoryThereIsNobodyElse() {
        World alone = new World(Place.MEMORY, b -> b.failureThreshold(2), World.CLUSTER_EVENTS);
        alone.fail(2);
        alone.advance(WAIT);
        alone.breaker.permit().recordSuccess();

        assertThat(alone.events(CircuitHalfOpened.class)).hasSize(1);
        assertThat(alone.events(CircuitTransition.class)).hasSize(3).noneMatch(CircuitTransition::remote);
    }
}
