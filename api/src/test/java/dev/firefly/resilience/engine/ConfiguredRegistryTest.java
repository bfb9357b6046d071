package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.engine.state.Threads;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ConfiguredRegistryTest {
    private static final Settings PATIENT =
            Settings.of(Map.of("firefly.resilience.store.lock-block-timeout", "60s"), "test");

    private static Set<Thread> ours() {
        Set<Thread> threads = new HashSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("firefly")) {
                threads.add(thread);
            }
        }
        return threads;
    }

    @Test
    void eachNameIsBuiltOnce() {
        try (ResilienceRegistry registry = Resilience.create()) {
            assertThat(registry.circuitBreaker("a")).isSameAs(registry.circuitBreaker("a"));
            assertThat(registry.circuitBreaker("a")).isNotSameAs(registry.circuitBreaker("b"));
            assertThat(registry.retry("a")).isSameAs(registry.retry("a"));
            assertThat(registry.circuitBreakers()).isSameAs(registry.circuitBreakers());
            assertThat(registry.circuitBreaker("a").name()).isEqualTo("a");
        }
    }

    @Test
    void anyNameWorksWithTheDefaultsAsLongAsNoneIsConfigured() {
        try (ResilienceRegistry registry = Resilience.create()) {
            assertThat(registry.circuitBreaker("any").config()).isEqualTo(CircuitBreakerConfig.defaults());
        }
    }

    @Test
    void anUnknownNameAmongConfiguredOnesIsAnErrorThatListsThem() {
        try (ResilienceRegistry registry = Resilience.builder()
                .circuitBreaker("b", CircuitBreakerConfig.defaults())
                .circuitBreaker("a", CircuitBreakerConfig.defaults())
                .build()) {
            assertThatThrownBy(() -> registry.circuitBreaker("missing"))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageStartingWith(
                            "No resilience [circuit-breaker] instance named [missing]. Available: a, b. ");
            assertThat(registry.retry("missing")).isNotNull();
            assertThat(registry.circuitBreaker("a")).isNotNull();
        }
    }

    @Test
    void aBlankStoreTypeIsNone() {
        Settings settings = Settings.of(Map.of("firefly.resilience.store.type", " "), "test");
        try (ResilienceRegistry registry =
                Resilience.builder().settings(settings).build()) {
            assertThat(registry.circuitBreaker("any").state().isClosed()).isTrue();
        }
    }

    @Test
    void settingsOverrideWhatIsDeclaredInCode() {
        Settings settings = Settings.of(
                Map.of(
                        "firefly.resilience.circuit-breaker.a.failure-threshold", "2",
                        "firefly.resilience.rejections.stack-trace", "true"),
                "test");
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(settings)
                .circuitBreaker("a", CircuitBreakerConfig.after(7))
                .build()) {
            CircuitBreaker breaker = registry.circuitBreaker("a");

            assertThat(breaker.config()).isEqualTo(CircuitBreakerConfig.after(2));
            breaker.forceOpen();
            assertThatThrownBy(() -> breaker.call(() -> "never"))
                    .isInstanceOfSatisfying(
                            CircuitBreakerOpenException.class,
                            failure -> assertThat(failure.getStackTrace()).isNotEmpty());
        }
    }

    @Test
    void aSharedCircuitMustStayOpenForLongerThanAViewMayBeOld() {
        Resilience.Builder builder = Resilience.builder()
                .circuitBreaker("a", CircuitBreakerConfig.defaults().openFor(Duration.ofSeconds(1)));
        builder.build().close();

        assertThatThrownBy(() -> builder.store(new InMemoryStore()).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("firefly.resilience.circuit-breaker.a.wait-duration-in-open")
                .hasMessageContaining("store.max-staleness");
    }

    @Test
    void buildingInstancesDoesNotTouchTheStore() {
        ManualClock clock = new ManualClock();
        FaultyStore store = new FaultyStore(clock);
        try (ResilienceRegistry registry =
                Resilience.builder().store(store).clock(clock).build()) {
            registry.circuitBreaker("a");
            registry.circuitBreakers();
            registry.retry("a");
            clock.advance(Duration.ofSeconds(10));

            assertThat(store.calls()).isEmpty();
        }
    }

    @Test
    void aClosedRegistryHasNoThreads() throws InterruptedException {
        Set<Thread> before = ours();
        ResilienceRegistry registry = Resilience.builder()
                .settings(PATIENT)
                .store(new InMemoryStore())
                .build();
        CircuitBreaker breaker = registry.circuitBreaker("a");
        breaker.call(() -> "a");
        breaker.callAsync(() -> CompletableFuture.completedFuture("a"))
                .toCompletableFuture()
                .join();
        breaker.open(Duration.ofHours(1));
        registry.circuitBreakers().permit("b").recordFailure();
        Set<Thread> during = ours();
        during.removeAll(before);
        assertThat(during).isNotEmpty().allMatch(Thread::isDaemon);

        registry.close();

        Set<Thread> left = ours();
        left.removeAll(before);
        left.addAll(during);
        Threads.join(List.copyOf(left));
    }

    @Test
    void closingAgainIsHarmlessAndSoIsALookAtWhatIsClosed() {
        ResilienceRegistry registry = Resilience.create();
        CircuitBreaker breaker = registry.circuitBreaker("a");

        registry.close();
        registry.close();

        assertThat(breaker.state().isClosed()).isTrue();
    }

    @Test
    void closingWritesWhatIsStillGatheredAndLeavesAGivenStoreOpen() {
        InMemoryStore store = new InMemoryStore(new ManualClock());
        ManualClock clock = new ManualClock();
        ResilienceRegistry registry =
                Resilience.builder().settings(PATIENT).store(store).clock(clock).build();
        for (int i = 0; i < 7; i++) {
            registry.circuitBreaker("a").call(() -> "a");
        }

        registry.close();

        try (ResilienceRegistry next = Resilience.builder()
                .settings(PATIENT)
                .store(store.join())
                .clock(clock)
                .build()) {
            assertThat(next.circuitBreaker("a").explain().calls()).isEqualTo(7);
            assertThat(store.members().all()).contains(store.members().self());
        }
    }

    @Test
    void registriesOverOneStoreShareTheirCircuitsAndHaveNamesOfTheirOwn() {
        InMemoryStore store = new InMemoryStore();
        try (ResilienceRegistry one =
                        Resilience.builder().settings(PATIENT).store(store).build();
                ResilienceRegistry two = Resilience.builder()
                        .settings(PATIENT)
                        .store(store.join())
                        .build()) {
            one.circuitBreaker("a").forceOpen();

            assertThat(two.circuitBreaker("a").state().phase()).isEqualTo(Phase.FORCED_OPEN);
            assertThat(two.circuitBreaker("b").state().phase()).isEqualTo(Phase.CLOSED);
            assertThat(one.node()).isNotEqualTo(two.node());
        }
    }

    @Test
    void prefixesSeparateApplicationsInOneStore() {
        InMemoryStore store = new InMemoryStore();
        Settings other = Settings.of(
                Map.of(
                        "firefly.resilience.store.prefix", "other",
                        "firefly.resilience.store.lock-block-timeout", "60s"),
                "test");
        try (ResilienceRegistry one =
                        Resilience.builder().settings(PATIENT).store(store).build();
                ResilienceRegistry two =
                        Resilience.builder().settings(other).store(store.join()).build()) {
            one.circuitBreaker("a").forceOpen();

            assertThat(two.circuitBreaker("a").state().phase()).isEqualTo(Phase.CLOSED);
        }
    }

    @Test
    void registriesWithoutAStoreShareNothing() {
        try (ResilienceRegistry one = Resilience.create();
                ResilienceRegistry two = Resilience.create()) {
            one.circuitBreaker("a").forceOpen();

            assertThat(two.circuitBreaker("a").state().phase()).isEqualTo(Phase.CLOSED);
        }
    }

    @Test
    void aConfigurationThatCannotWorkStartsNothing() {
        Set<Thread> before = ours();
        Settings settings = Settings.of(
                Map.of(
                        "firefly.resilience.circuit-breaker.a.failure-threshold", "0",
                        "firefly.resilience.store.type", "nowhere"),
                "test");

        assertThatThrownBy(() -> Resilience.builder().settings(settings).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("circuit-breaker.a.failure-threshold must be >= 1, was 0")
                .hasMessageContaining("store.type must be one of");

        Set<Thread> after = ours();
        after.removeAll(before);
        assertThat(after).isEmpty();
    }
}
