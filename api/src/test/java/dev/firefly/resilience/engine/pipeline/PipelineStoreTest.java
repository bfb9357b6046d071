package dev.firefly.resilience.engine.pipeline;

import static dev.firefly.resilience.engine.pipeline.Scene.circuit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.engine.pipeline.Scene.Place;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.fallback.Fallback;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pipelines with a store or a clock of their own. */
@Timeout(120)
class PipelineStoreTest {
    private final Scene scene = new Scene(Place.MEMORY);
    private final FaultyStore store = scene.store;

    @AfterEach
    void close() {
        scene.close();
    }

    private static CircuitBreakerConfig openFor(Duration wait) {
        return CircuitBreakerConfig.defaults().openFor(wait);
    }

    private Phase phase(Pipeline pipeline) {
        return circuit(pipeline).state().phase();
    }

    @Test
    void theStoreHoldsTheStateOfThePipelinesOwnPatternsWhereverItIsGiven() {
        circuit(scene.pipeline("a").store(store).circuitBreaker()).forceOpen();
        circuit(scene.pipeline("b").circuitBreaker().store(store)).forceOpen();
        circuit(scene.pipeline("c").circuitBreaker()).forceOpen();

        assertThat(store.value("firefly:resilience:circuit-breaker:pipeline:a")).isNotNull();
        assertThat(store.value("firefly:resilience:circuit-breaker:pipeline:b")).isNotNull();
        assertThat(store.value("firefly:resilience:circuit-breaker:pipeline:c")).isNull();
    }

    @Test
    void aNamedInstanceStaysWhereTheRegistryKeepsIt() {
        circuit(scene.pipeline("a").store(store).circuitBreaker("payments")).forceOpen();

        assertThat(store.calls()).isEmpty();
        assertThat(scene.registry.circuitBreaker("payments").state().phase()).isEqualTo(Phase.FORCED_OPEN);
    }

    @Test
    void pipelinesOfOneNameShareTheirStateOnAllNodesThatShareTheStore() {
        try (Scene other = new Scene(Place.MEMORY)) {
            Pipeline here = scene.pipeline("x").circuitBreaker().store(store);
            Pipeline there = other.pipeline("x").circuitBreaker().store(store.join());

            circuit(here).forceOpen();

            assertThat(phase(there)).isEqualTo(Phase.FORCED_OPEN);
            assertThat(phase(scene.pipeline("x").circuitBreaker())).isEqualTo(Phase.CLOSED);
        }
    }

    @Test
    void pipelinesOfTheNodesOfOneStoreShareTheirState() {
        try (Scene here = new Scene(Place.STORE);
                Scene there = new Scene(Place.MEMORY, parts -> parts.store(here.store.join()))) {
            circuit(here.pipeline("x").circuitBreaker()).forceOpen();

            assertThat(phase(there.pipeline("x").circuitBreaker())).isEqualTo(Phase.FORCED_OPEN);
        }
    }

    @Test
    void theRegistrysOwnStoreAndClockGivenAgainChangeNothing() {
        try (Scene shared = new Scene(Place.STORE)) {
            int timers = shared.clock.timers();
            Pipeline plain = shared.pipeline("x").circuitBreaker();
            Pipeline same = plain.store(shared.store).clock(shared.clock);

            circuit(plain).forceOpen();

            assertThat(phase(same)).isEqualTo(Phase.FORCED_OPEN);
            assertThat(shared.clock.timers()).isEqualTo(timers);
        }
    }

    @Test
    void aClockOfItsOwnRulesThePipelinesOwnPatternsAndTheirStateIsApart() {
        ManualClock clock = new ManualClock();
        Pipeline apart = scene.pipeline("x")
                .circuitBreaker(openFor(Duration.ofMinutes(1)))
                .clock(clock);
        Pipeline again = scene.pipeline("x").clock(clock).circuitBreaker(openFor(Duration.ofMinutes(1)));
        circuit(apart).open(Duration.ofMinutes(1));

        scene.clock.advance(Duration.ofHours(1));
        assertThat(phase(apart)).isEqualTo(Phase.OPEN);
        assertThat(phase(again)).isEqualTo(Phase.OPEN);
        assertThat(phase(scene.pipeline("x").circuitBreaker())).isEqualTo(Phase.CLOSED);

        clock.advance(Duration.ofMinutes(1));
        assertThat(phase(apart)).isEqualTo(Phase.HALF_OPEN);
    }

    @Test
    void writesByAClockOfItsOwnAreToldApartFromTheRegistrys() {
        try (Scene shared = new Scene(Place.STORE);
                Scene observer = new Scene(Place.MEMORY, parts -> parts.store(shared.store.join()))) {
            Pipeline plain = shared.pipeline("x").circuitBreaker(CircuitBreakerConfig.after(9));
            Pipeline apart = plain.clock(new ManualClock());
            shared.store.loseChanges(); // each goes on from what it wrote last, and finds the other's under the lock

            fail(plain);
            fail(apart);
            fail(apart);
            fail(plain);

            Pipeline seen = observer.pipeline("x").circuitBreaker(CircuitBreakerConfig.after(9));
            assertThat(circuit(seen).state().failureCount()).isEqualTo(4);
        }
    }

    private static void fail(Pipeline pipeline) {
        IOException failure = new IOException("on purpose");
        assertThatThrownBy(() -> pipeline.call(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @Test
    void theFallbackGoesByThePipelinesClock() {
        ManualClock clock = new ManualClock();
        Duration elapsed = scene.pipeline("x")
                .clock(clock)
                .fallback(Fallback.<Duration>handle((failure, context) -> context.elapsed()))
                .call(() -> {
                    scene.clock.advance(Duration.ofHours(1));
                    clock.advance(Duration.ofSeconds(3));
                    throw new IllegalStateException("on purpose");
                });

        assertThat(elapsed).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void definingAPipelineDoesNotTouchTheStore() {
        scene.pipeline("x").circuitBreaker().store(store).fallback(Fallback.value("instead"));
        scene.clock.advance(Duration.ofMinutes(1));

        assertThat(scene.clock.timers()).isZero();
        assertThat(store.calls()).isEmpty();
    }

    @Test
    void allWhoMeetAtTheFirstUseGetTheSamePatterns() throws InterruptedException {
        int rounds = 200;
        List<Pipeline> pipelines = new ArrayList<>();
        List<Set<Object>> guards = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            pipelines.add(scene.pipeline("x" + i).circuitBreaker().store(store));
            guards.add(ConcurrentHashMap.newKeySet());
        }

        Threads.together(4, number -> {
            for (int i = 0; i < rounds; i++) {
                guards.get(i).addAll(pipelines.get(i).guards());
            }
        });

        assertThat(guards).allSatisfy(made -> assertThat(made).hasSize(1));
        assertThat(scene.clock.timers()).isEqualTo(1);
    }

    @Test
    void aSharedCircuitMustStayOpenForLongerThanAViewMayBeOldWhicheverIsGivenFirst() {
        CircuitBreakerConfig brief = openFor(Duration.ofSeconds(1));
        Pipeline local = scene.pipeline("x").circuitBreaker(brief);
        Pipeline shared = scene.pipeline("x").store(store);
        String complaint =
                "circuit-breaker.pipeline:x.wait-duration-in-open must be longer than store.max-staleness (1s)"
                        + " on a shared store, was 1s";

        assertThat(phase(local)).isEqualTo(Phase.CLOSED);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> local.store(store))
                .withMessageContaining(complaint);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> shared.circuitBreaker(brief))
                .withMessageContaining(complaint);
        try (Scene other = new Scene(Place.STORE)) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> other.pipeline("x").circuitBreaker(brief))
                    .withMessageContaining(complaint);
        }
    }

    @Test
    void aStoreThatCannotBeUsedAtTheFirstCallIsTriedAgainAtTheNext() throws Exception {
        Pipeline pipeline = scene.pipeline("x").circuitBreaker().store(store);
        store.goDown();

        assertThatThrownBy(() -> pipeline.<String, RuntimeException>call(() -> "done"))
                .isInstanceOfSatisfying(StoreUnavailableException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_UNAVAILABLE);
                    assertThat(failure.instance()).isEqualTo("pipeline:x");
                });
        assertThat(pipeline.fallback(Fallback.value("instead")).<RuntimeException>call(() -> "done"))
                .isEqualTo("instead");

        store.recover();
        assertThat(pipeline.<String, RuntimeException>call(() -> "done")).isEqualTo("done");
    }

    @Test
    void aRetryNeedsNoStore() {
        store.goDown();

        assertThat(scene.pipeline("x")
                        .store(store)
                        .retry(RetryConfig.defaults())
                        .<String, RuntimeException>call(() -> "done"))
                .isEqualTo("done");
    }

    @Test
    void closingTheRegistryWritesWhatIsGatheredAndLeavesTheStoreOpen() {
        Pipeline pipeline = scene.pipeline("x").circuitBreaker().store(store);
        for (int i = 0; i < 7; i++) {
            pipeline.<String, RuntimeException>call(() -> "done");
        }
        String self = store.members().self();

        scene.close();

        assertThat(store.members().all()).contains(self);
        try (Scene next = new Scene(Place.MEMORY)) {
            Pipeline there = next.pipeline("x").circuitBreaker().store(store.join());
            assertThat(circuit(there).explain().calls()).isEqualTo(7);
        }
    }

    @Test
    void aClosedRegistryOpensNothingForItsPipelines() {
        Pipeline pipeline = scene.pipeline("x").circuitBreaker().store(store);

        scene.close();

        assertThatThrownBy(() -> pipeline.call(() -> "done"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("the registry is closed");
        assertThat(scene.clock.timers()).isZero();
    }
}
