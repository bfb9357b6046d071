package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How often a shared store is troubled, and by whom. */
@Timeout(120)
class StoreTrafficTest {
    private static Stream<UnaryOperator<CircuitBreakerConfig.Builder>> windowsThatSettle() {
        return Stream.of(
                b -> b,
                b -> b.quorum(2),
                b -> b.windowDuration(Duration.ofSeconds(60)),
                b -> b.failureRateThreshold(0.5));
    }

    private static void succeedInEveryForm(World world) {
        assertThat(world.breaker.<String, RuntimeException>call(() -> "a")).isEqualTo("a");
        assertThat(world.breaker
                        .callAsync(() -> CompletableFuture.completedFuture("a"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo("a");
        world.breaker.permit().recordSuccess();
    }

    @ParameterizedTest
    @MethodSource("windowsThatSettle")
    void aHealthyCallOnAClosedCircuitDoesNotTouchTheStore(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        World world = new World(Place.STORE, settings);
        world.succeed(20);
        world.writeGathered();
        world.store.forgetCalls();

        for (int i = 0; i < 100; i++) {
            succeedInEveryForm(world);
        }

        assertThat(world.store.calls()).isEmpty();
        assertThat(world.clock.timers()).isEqualTo(1);
    }

    @Test
    void aCallThatAnOpenCircuitRejectsDoesNotTouchTheStore() {
        World world = new World(Place.STORE, b -> b);
        world.breaker.open(Duration.ofSeconds(30));
        world.store.forgetCalls();

        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> world.breaker.call(() -> "never")).isInstanceOf(CircuitBreakerOpenException.class);
            assertThat(world.breaker.permit().allowed()).isFalse();
            assertThat(world.breaker
                            .callAsync(() -> new CompletableFuture<String>())
                            .toCompletableFuture())
                    .isCompletedExceptionally();
            assertThat(world.phase()).isEqualTo(Phase.OPEN);
            assertThat(world.registry.circuitBreakers().isOpen("x")).isTrue();
            world.breaker.explain();
        }

        assertThat(world.store.calls()).isEmpty();
    }

    @Test
    void successesThatChangeTheWindowAreWrittenTogether() {
        World world = new World(Place.STORE, b -> b.windowSize(1000));
        world.breaker.state();
        world.store.forgetCalls();

        world.succeed(500);
        assertThat(world.store.calls()).isEmpty();
        world.breaker.permit().recordFailure();

        assertThat(world.store.count(Operation.LOCK)).isEqualTo(1);
        assertThat(world.store.count(Operation.WRITE)).isEqualTo(1);
        assertThat(world.otherNode().breaker.explain().calls()).isEqualTo(501);
    }

    @Test
    void successesRecordedByNameAreWrittenTogetherToo() {
        World world = new World(Place.STORE, b -> b.windowSize(1000));
        CircuitBreakers circuits = world.registry.circuitBreakers();
        world.breaker.state();
        world.store.forgetCalls();

        for (int i = 0; i < 500; i++) {
            circuits.recordSuccess("x");
        }
        assertThat(world.store.calls()).isEmpty();
        circuits.recordFailure("x");

        assertThat(world.store.count(Operation.WRITE)).isEqualTo(1);
        assertThat(world.otherNode().breaker.explain().calls()).isEqualTo(501);
    }

    @Test
    void theStoreIsNeverTouchedOnTheCallersThread() {
        World world = new World(Place.STORE, b -> b.failureThreshold(2));
        world.breaker.open(Duration.ofSeconds(30));
        world.advance(30);
        Thread here = Thread.currentThread();

        world.breaker.permit().recordFailure();
        world.advance(30);
        succeedInEveryForm(world);
        world.fail(2);
        world.breaker.close();
        world.advance(60);
        world.breaker.state();

        assertThat(world.store.calls()).isNotEmpty().noneMatch(call -> call.thread() == here);
    }

    @Test
    void buildingABreakerDoesNotTouchTheStore() {
        World world = new World(Place.STORE, b -> b);

        world.registry.circuitBreaker("x");
        world.registry.circuitBreakers();
        world.breaker.config();

        assertThat(world.store.calls()).isEmpty();
    }
}
