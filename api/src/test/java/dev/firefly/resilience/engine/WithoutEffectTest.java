package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys that mean nothing without others who share the state. */
class WithoutEffectTest {
    private final ManualClock clock = new ManualClock();
    private final ChangingSettings settings = new ChangingSettings();

    private List<String> logOfAStart(boolean shared) throws ReflectiveOperationException {
        try (LogWatch log = new LogWatch("dev.firefly.resilience.config")) {
            var builder = Resilience.builder()
                    .settings(settings)
                    .clock(clock)
                    .circuitBreaker(
                            "in-code", CircuitBreakerConfig.builder().quorum(3).build());
            if (shared) {
                builder.store(new FaultyStore(clock));
            }
            builder.build().close();
            return log.lines();
        }
    }

    @Test
    void inMemoryOneWarningNamesThemAndWhatToDo() throws Exception {
        settings.set("store.type", "memory")
                .set("events.cluster", "true")
                .set("circuit-breaker.a.quorum", "2")
                .set("circuit-breaker.b.quorum", "1");

        assertThat(logOfAStart(false))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("WARNING")
                        .contains(
                                "firefly.resilience.events.cluster, firefly.resilience.circuit-breaker.a.quorum,"
                                        + " firefly.resilience.circuit-breaker.in-code.quorum",
                                "firefly-resilience-hazelcast",
                                "firefly.resilience.store.type")
                        .doesNotContain("breaker.b"));
    }

    @Test
    void ofManyTheFirstTwentyAreNamed() throws Exception {
        settings.set("store.type", "memory").set("events.cluster", "true").set("circuit-breaker.default.quorum", "2");
        for (int i = 100; i < 600; i++) {
            settings.set("circuit-breaker.n" + i + ".window-size", "20");
        }

        assertThat(logOfAStart(false))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains(
                                "for them: firefly.resilience.events.cluster, firefly.resilience.circuit-breaker.",
                                ".n117.quorum and 482 more. They need a store")
                        .doesNotContain(".n118."));
    }

    @Test
    void withAStoreNothingIsSaid() throws Exception {
        settings.set("events.cluster", "true");

        assertThat(logOfAStart(true)).isEmpty();
    }

    @Test
    void whereNoneIsSetNothingIsSaid() throws Exception {
        settings.set("store.type", "memory").set("circuit-breaker.in-code.quorum", "1");

        assertThat(logOfAStart(false)).isEmpty();
    }
}
