package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads at once. */
@Timeout(120)
class CircuitConcurrencyTest {
    private static final Duration WAIT = Duration.ofSeconds(30);

    @ParameterizedTest
    @EnumSource(Place.class)
    void aHundredThreadsGetExactlyAsManyProbesAsConfigured(Place place) throws InterruptedException {
        World world = new World(place, b -> b.halfOpenMaxCalls(7).halfOpenSuccessThreshold(7));
        world.breaker.open(WAIT);
        world.advance(WAIT);
        Queue<Decision> admitted = new ConcurrentLinkedQueue<>();
        AtomicInteger refused = new AtomicInteger();

        Threads.together(100, thread -> {
            Decision decision = world.breaker.permit();
            if (decision.allowed()) {
                admitted.add(decision);
            } else {
                refused.incrementAndGet();
            }
        });

        assertThat(admitted).hasSize(7);
        assertThat(refused).hasValue(93);
        assertThat(world.events(CircuitHalfOpened.class)).hasSize(1);
        admitted.forEach(Decision::recordSuccess);
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
        assertThat(world.events(CircuitClosed.class)).hasSize(1);
    }

    @Test
    void theProbesOfSeveralNodesTogetherAreAsManyAsConfigured() throws InterruptedException {
        World first = new World(Place.STORE, b -> b.halfOpenMaxCalls(5));
        World[] nodes = {first, first.otherNode(), first.otherNode()};
        first.breaker.open(WAIT);
        first.advance(WAIT);
        AtomicInteger admitted = new AtomicInteger();

        Threads.together(60, thread -> {
            if (nodes[thread % 3].breaker.permit().allowed()) {
                admitted.incrementAndGet();
            }
        });

        assertThat(admitted).hasValue(5);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aThresholdThatIsReachedByManyThreadsOpensTheCircuitExactlyOnce(Place place) throws InterruptedException {
        for (int round = 0; round < 10; round++) {
            World world = new World(place, b -> b.failureThreshold(10).windowSize(100));

            Threads.together(16, thread -> world.breaker.permit().recordFailure());

            assertThat(world.phase()).isEqualTo(Phase.OPEN);
            assertThat(world.events(CircuitOpened.class)).hasSize(1);
            assertThat(world.breaker.explain().failures()).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void noFailureIsLostAmongManyThreads(Place place) throws InterruptedException {
        World world = new World(place, b -> b.failureThreshold(1000).windowSize(1000));

        Threads.together(16, thread -> {
            for (int i = 0; i < 20; i++) {
                world.breaker.permit().recordFailure();
                world.breaker.permit().recordSuccess();
            }
        });

        assertThat(world.breaker.explain().failures()).isEqualTo(320);
        assertThat(world.breaker.explain().calls()).isEqualTo(640);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aHundredNamesCanBeUsedForTheFirstTimeAtOnce(Place place) throws InterruptedException {
        World world = new World(place, b -> b);
        CircuitBreakers circuits = world.registry.circuitBreakers();
        CircuitBreakerConfig config = CircuitBreakerConfig.after(2);

        Threads.together(100, thread -> {
            circuits.recordFailure("name-" + thread, config);
            circuits.recordFailure("name-" + (thread + 1) % 100, config);
        });

        for (int i = 0; i < 100; i++) {
            assertThat(circuits.isOpen("name-" + i, config)).isTrue();
        }
        assertThat(world.events(CircuitOpened.class))
                .hasSize(100)
                .extracting(CircuitOpened::instance)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aNameThatManyThreadsAskForAtOnceIsOneInstance(Place place) throws InterruptedException {
        World world = new World(place, b -> b);
        Queue<CircuitBreaker> seen = new ConcurrentLinkedQueue<>();

        Threads.together(16, thread -> seen.add(world.registry.circuitBreaker("x")));

        assertThat(seen).hasSize(16).allMatch(breaker -> breaker == world.breaker);
    }
}
