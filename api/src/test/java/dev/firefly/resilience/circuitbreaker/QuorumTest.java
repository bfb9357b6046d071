package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.CircuitTransition;
import dev.firefly.resilience.event.LateResultIgnored;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A circuit that opens for all only once several nodes have had failures; before that a node is held off alone. */
@Timeout(120)
class QuorumTest {
    private static final Duration WAIT = Duration.ofSeconds(30);

    private final World poisoned =
            new World(Place.STORE, b -> b.failureThreshold(3).windowSize(100).quorum(2));
    private final World second = poisoned.otherNode();
    private final World third = poisoned.otherNode();

    QuorumTest() {
        awaitRegistries(3, poisoned, second, third);
    }

    /** They enter themselves behind the scenes. */
    private static void awaitRegistries(int count, World... nodes) {
        for (World node : nodes) {
            while (node.registry.storeStatus().registries() != count) {
                node.writeGathered(); // a little later, and behind what is on its way
            }
        }
    }

    /** Lets the wait go by in steps in which every node enters itself again. */
    private void passWait() {
        for (long left = WAIT.toSeconds(); left > 0; left--) {
            poisoned.advance(1);
            for (World node : new World[] {poisoned, second, third}) {
                node.writeGathered();
            }
        }
    }

    private static World[] pair(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        World one = new World(Place.STORE, settings);
        World other = one.otherNode();
        awaitRegistries(2, one, other);
        return new World[] {one, other};
    }

    // ---- for all

    @Test
    void theFailuresOfOneNodeDoNotOpenTheCircuitForTheOthers() {
        poisoned.fail(3);

        assertThat(poisoned.phase()).isEqualTo(Phase.OPEN);
        assertThat(second.phase()).isEqualTo(Phase.CLOSED);
        assertThat(third.breaker.permit().allowed()).isTrue();
        assertThat(third.breaker.state().failureCount()).isEqualTo(3);
    }

    @Test
    void itOpensForAllWithTheFailureThatMakesTheQuorum() {
        poisoned.fail(3);
        second.fail(1);

        assertThat(third.phase()).isEqualTo(Phase.OPEN);
        assertThat(poisoned.phase()).isEqualTo(Phase.OPEN);
        assertThatThrownBy(() -> poisoned.breaker.call(() -> "never"))
                .isInstanceOfSatisfying(
                        CircuitBreakerOpenException.class,
                        failure -> assertThat(failure.isByThisNodeAlone()).isFalse());
        assertThat(second.events(CircuitOpened.class)).hasSize(1);
        assertThat(third.events(CircuitTransition.class)).isEmpty();
    }

    @Test
    void aQuorumIsNotEnoughWithoutTheThreshold() {
        poisoned.fail(1);
        second.fail(1);

        assertThat(third.phase()).isEqualTo(Phase.CLOSED);
        third.fail(1);
        assertThat(poisoned.phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void failuresThatHaveLeftTheWindowDoNotCountForTheQuorum() {
        World[] pair = pair(b -> b.failureThreshold(2).windowSize(4).quorum(2));
        World one = pair[0];
        World other = pair[1];
        other.fail(1);
        one.succeed(3);
        one.writeGathered();
        one.fail(1);
        one.succeed(2);
        one.writeGathered();
        one.fail(1);

        assertThat(other.phase()).isEqualTo(Phase.CLOSED);
        assertThat(other.breaker.state().failureCount()).isEqualTo(2);
    }

    @Test
    void aNodeThatIsTheOnlyOneIsItsOwnQuorum() {
        World alone = new World(Place.STORE, b -> b.failureThreshold(3).quorum(5));
        alone.fail(3);
        World late = alone.otherNode();

        assertThat(late.phase()).isEqualTo(Phase.OPEN);
        assertThat(alone.events(CircuitOpened.class)).hasSize(1);
    }

    @Test
    void aQuorumOfMoreThanThereAreIsAllThereAre() {
        World[] pair = pair(b -> b.failureThreshold(3).quorum(5));
        World one = pair[0];
        World other = pair[1];
        one.fail(3);
        assertThat(other.phase()).isEqualTo(Phase.CLOSED);
        other.fail(1);

        assertThat(other.phase()).isEqualTo(Phase.OPEN);
        assertThat(one.phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void withoutAQuorumNothingIsHeldOffAlone() {
        World[] pair = pair(b -> b.failureThreshold(3));
        World one = pair[0];
        World other = pair[1];
        one.fail(3);

        assertThat(other.phase()).isEqualTo(Phase.OPEN);
    }

    // ---- alone

    @Test
    void theNodeThatIsHeldOffTurnsItsCallsAwayProbesAndComesBack() {
        poisoned.fail(3);
        assertThatThrownBy(() -> poisoned.breaker.call(() -> "never"))
                .isInstanceOfSatisfying(CircuitBreakerOpenException.class, failure -> {
                    assertThat(failure.phase()).isEqualTo(Phase.OPEN);
                    assertThat(failure.retryAfter()).contains(WAIT);
                    assertThat(failure.isByThisNodeAlone()).isTrue();
                });
        assertThat(poisoned.events(CallRejected.class)).hasSize(1);

        passWait();
        assertThat(poisoned.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(poisoned.breaker.call(() -> "well")).isEqualTo("well");

        assertThat(poisoned.phase()).isEqualTo(Phase.CLOSED);
        assertThat(poisoned.events(CircuitHalfOpened.class)).hasSize(1);
        assertThat(poisoned.events(CircuitClosed.class)).hasSize(1);
        assertThat(second.events).isEmpty();
    }

    @Test
    void aProbeThatFailsHoldsTheNodeOffForAnotherWait() throws Exception {
        poisoned.fail(3);
        passWait();
        assertThatThrownBy(() -> poisoned.breaker.call(() -> {
                    throw new IOException("still");
                }))
                .isInstanceOf(IOException.class);

        assertThat(poisoned.breaker.permit().retryAfter()).contains(WAIT);
        assertThat(second.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void asynchronousCallsAreHeldOffToo() {
        for (int i = 0; i < 3; i++) {
            CompletableFuture<String> stage = new CompletableFuture<>();
            var call = poisoned.breaker.callAsync(() -> stage).toCompletableFuture();
            stage.completeExceptionally(new IOException("down"));
            assertThatThrownBy(call::join).hasCauseInstanceOf(IOException.class);
        }

        assertThatThrownBy(() -> poisoned.breaker
                        .callAsync(() -> CompletableFuture.completedStage("never"))
                        .toCompletableFuture()
                        .join())
                .hasCauseInstanceOf(CircuitBreakerOpenException.class);
        assertThat(second.phase()).isEqualTo(Phase.CLOSED);
        passWait();
        assertThat(poisoned.breaker
                        .callAsync(() -> CompletableFuture.completedStage("well"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo("well");
        assertThat(poisoned.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void circuitsDrivenByNameAreHeldOffAndProbedToo() {
        CircuitBreakers named = poisoned.registry.circuitBreakers();
        for (int i = 0; i < 3; i++) {
            named.recordFailure("x");
        }
        assertThat(named.isOpen("x")).isTrue();
        assertThat(named.retryAfter("x")).isEqualTo(WAIT);
        assertThat(second.registry.circuitBreakers().isOpen("x")).isFalse();

        passWait();
        assertThat(named.isOpen("x")).isFalse();
        assertThat(named.permit("x").probe()).isTrue();
        assertThat(named.isOpen("x")).isTrue();
        named.recordSuccess("x");

        assertThat(poisoned.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void whatCountsForAllIsNotIgnoredHoweverLateItIsForTheNodeItself() {
        Decision underWay = poisoned.breaker.permit();
        poisoned.fail(3);
        underWay.recordFailure();

        assertThat(second.breaker.explain().failures()).isEqualTo(4);
        assertThat(poisoned.events(LateResultIgnored.class)).isEmpty();
    }

    @Test
    void explainSaysThatThisNodeAloneIsHeldOff() {
        poisoned.fail(3);

        assertThat(poisoned.breaker.explain().text())
                .startsWith("Circuit breaker [x] is CLOSED for the cluster")
                .contains("quorum of 2", "this node alone is held off", "OPEN", "3 failures", "in 30s");
        assertThat(poisoned.breaker.explain().retryAfter()).contains(WAIT);
        assertThat(second.breaker.explain().text())
                .doesNotContain("alone")
                .endsWith(
                        "it opens on 3 failures. That is reached, but its quorum is 2, and the failures are those of 1 node.");
    }

    @Test
    void theLogSaysThatItIsThisNodeAlone() throws Exception {
        try (LogWatch log = new LogWatch("dev.firefly.resilience.circuitbreaker")) {
            poisoned.fail(3);

            assertThat(log.lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("INFO Circuit breaker [x] of this node alone CLOSED -> OPEN: 3 failures"));
        }
    }

    // ---- both

    @Test
    void whoClosesTheCircuitForAllFreesTheNodeThatIsHeldOff() {
        poisoned.fail(3);
        second.breaker.close();

        assertThat(poisoned.phase()).isEqualTo(Phase.CLOSED);
        assertThat(poisoned.breaker.permit().allowed()).isTrue();
        assertThat(poisoned.events(CircuitClosed.class)).hasSize(1);
        poisoned.fail(2);
        assertThat(poisoned.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aNodeThatIsHeldOffDoesNotMissForLongThatTheCircuitWasClosedForAll() {
        poisoned.fail(3);
        poisoned.store.loseChanges();
        poisoned.advance(1);
        second.breaker.close();
        poisoned.advance(2); // longer than any view is believed

        assertThat(poisoned.breaker.permit().allowed()).isTrue();
    }

    @Test
    void norDoItsAsynchronousCalls() {
        poisoned.fail(3);
        poisoned.store.loseChanges();
        poisoned.advance(1);
        second.breaker.close();
        poisoned.advance(2);

        assertThat(poisoned.breaker
                        .callAsync(() -> CompletableFuture.completedStage("well"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo("well");
    }

    @Test
    void aNodeThatIsHeldOffProbesForAllOnceTheCircuitIsOpenForAll() {
        poisoned.fail(3);
        second.fail(1);
        passWait();

        assertThat(poisoned.breaker.call(() -> "well")).isEqualTo("well");

        assertThat(second.phase()).isEqualTo(Phase.CLOSED);
        assertThat(poisoned.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void whatIsForcedOpenOrDisabledIsSoOnTheNodeThatIsHeldOff() {
        poisoned.fail(3);
        second.breaker.disable();
        assertThat(poisoned.phase()).isEqualTo(Phase.DISABLED);
        assertThat(poisoned.breaker.permit().allowed()).isTrue();

        second.breaker.forceOpen();
        assertThat(poisoned.phase()).isEqualTo(Phase.FORCED_OPEN);
    }

    @Test
    void theFailuresOfARegistryThatHasGoneAreNoContribution() {
        second.fail(2);
        second.registry.close();
        poisoned.fail(1);

        assertThat(third.phase()).isEqualTo(Phase.CLOSED);
        assertThat(third.breaker.state().failureCount()).isEqualTo(3);
    }

    @Test
    void inMemoryAQuorumChangesNothing() {
        World memory = new World(Place.MEMORY, b -> b.failureThreshold(3).quorum(2));
        memory.fail(3);

        assertThat(memory.phase()).isEqualTo(Phase.OPEN);
        assertThat(memory.breaker.explain().text()).doesNotContain("alone");
        assertThat(memory.events(CircuitOpened.class)).hasSize(1);
    }
}
