package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes of a rolling deployment judge one circuit by different windows: each by its own, and each says so once. */
@Timeout(120)
class DifferentWindowsTest {
    private static World node(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        return new World(Place.STORE, settings);
    }

    private static List<String> told(World... turns) throws ReflectiveOperationException {
        try (LogWatch log = new LogWatch("dev.firefly.resilience.circuitbreaker")) {
            for (World node : turns) {
                node.fail(1);
            }
            return log.lines();
        }
    }

    @Test
    void eachNodeSaysOnceThatTheOtherCountsMoreOrFewerCalls() throws Exception {
        World small = node(b -> b.windowSize(10).failureThreshold(10));
        World large = small.otherNode(b -> b.windowSize(20));

        assertThat(told(small, large, small, large, small, large))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("WARNING Circuit breaker [x] has window-size 10 on this node, but window-size 20"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("WARNING Circuit breaker [x] has window-size 20 on this node, but window-size 10"));
    }

    @Test
    void eachNodeJudgesByItsOwnWindowAllTheSame() {
        World small = node(b -> b.windowSize(2).failureThreshold(2));
        World large = small.otherNode(b -> b.windowSize(20).failureThreshold(5));
        large.fail(3);
        assertThat(small.phase()).isEqualTo(Phase.CLOSED);
        small.succeed(1);
        small.writeGathered();
        large.fail(1);
        assertThat(large.phase()).isEqualTo(Phase.CLOSED);
        small.fail(1);

        assertThat(large.phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void spansAndKindsOfWindowsAreToldToo() throws Exception {
        World count = node(b -> b.windowSize(10));
        World minute = count.otherNode(b -> b.windowDuration(Duration.ofSeconds(60)));
        World hour = count.otherNode(b -> b.windowDuration(Duration.ofHours(1)));

        assertThat(told(count, minute, count, count))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("window-size 10 on this node, but window-duration 1m"))
                .anySatisfy(line -> assertThat(line).contains("window-duration 1m on this node, but window-size 10"));
        count.breaker.close();
        assertThat(told(minute, hour))
                .singleElement()
                .satisfies(
                        line -> assertThat(line).contains("window-duration 1h on this node, but window-duration 1m"));
    }

    @Test
    void nodesThatDifferInOtherThingsHaveNoMismatch() throws Exception {
        World one = node(b -> b.windowSize(10));
        World other = one.otherNode(b -> b.failureThreshold(7).waitDurationInOpen(Duration.ofMinutes(9)));

        assertThat(told(one, other, one, other)).isEmpty();
    }

    @Test
    void breakersOfOneRegistryThatJudgeByDifferentWindowsAreNoMismatch() throws Exception {
        World world = node(b -> b.windowSize(10));
        CircuitBreakerConfig explicit = CircuitBreakerConfig.after(9);
        try (LogWatch log = new LogWatch("dev.firefly.resilience.circuitbreaker")) {
            for (int i = 0; i < 2; i++) {
                world.registry.circuitBreakers().recordFailure("x", explicit);
                world.fail(1);
            }

            assertThat(log.lines()).isEmpty();
        }
    }

    /** The record keeps the larger window until the circuit has opened and closed again. */
    @Test
    void newSettingsOfTheOnlyNodeAreNoMismatch() throws Exception {
        Map<String, String> values = new HashMap<>(Map.of("firefly.resilience.circuit-breaker.x.window-size", "20"));
        ManualClock clock = new ManualClock();
        try (ResilienceRegistry registry = registry(clock, new InMemoryStore(clock), values);
                LogWatch log = new LogWatch("dev.firefly.resilience.circuitbreaker")) {
            for (String size : List.of("20", "10", "30", "10")) {
                values.put("firefly.resilience.circuit-breaker.x.window-size", size);
                registry.refresh();
                registry.circuitBreaker("x").permit().recordFailure();
            }

            assertThat(registry.circuitBreaker("x").state().failureCount()).isEqualTo(4);
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void newSettingsOfOneNodeDoNotHideThatAnotherHasOthers() throws Exception {
        Map<String, String> values = new HashMap<>(Map.of("firefly.resilience.circuit-breaker.x.window-size", "20"));
        ManualClock clock = new ManualClock();
        InMemoryStore store = new InMemoryStore(clock);
        try (ResilienceRegistry here = registry(clock, store, values);
                ResilienceRegistry there = registry(
                        clock, store.join(), Map.of("firefly.resilience.circuit-breaker.x.window-size", "50"));
                LogWatch log = new LogWatch("dev.firefly.resilience.circuitbreaker")) {
            here.circuitBreaker("x").permit().recordFailure();
            values.put("firefly.resilience.circuit-breaker.x.window-size", "10");
            here.refresh();
            here.circuitBreaker("x").permit().recordFailure();
            there.circuitBreaker("x").permit().recordFailure();
            here.circuitBreaker("x").permit().recordFailure();

            assertThat(log.lines())
                    .hasSize(2)
                    .anySatisfy(line -> assertThat(line).contains("window-size 50 on this node, but window-size 20"))
                    .anySatisfy(line -> assertThat(line).contains("window-size 10 on this node, but window-size 50"));
        }
    }

    private static ResilienceRegistry registry(ManualClock clock, InMemoryStore store, Map<String, String> values) {
        return Resilience.builder()
                .clock(clock)
                .store(store)
                .executor(Runnable::run)
                .settings(read(values))
                .build();
    }

    private static Settings read(Map<String, String> values) {
        return new Settings() {
            @Override
            public Set<String> keys() {
                return Set.copyOf(values.keySet());
            }

            @Override
            public Optional<Setting> find(String key) {
                return key.endsWith("lock-block-timeout") // nobody is to give up because the machine is busy
                        ? Optional.of(new Setting(key, "60s", "test"))
                        : Optional.ofNullable(values.get(key)).map(value -> new Setting(key, value, "test"));
            }
        };
    }
}
