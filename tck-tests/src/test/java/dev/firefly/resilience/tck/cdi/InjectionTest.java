package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.tck.kit.ManualClock;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class InjectionTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Operator {
        private final ResilienceRegistry registry;
        private final CircuitBreakers circuits;
        private final Events events;

        @Inject
        Operator(ResilienceRegistry registry, CircuitBreakers circuits, Events events) {
            this.registry = registry;
            this.circuits = circuits;
            this.events = events;
        }
    }

    @ApplicationScoped
    static class Remote {
        int calls;

        @CircuitBreaker(value = "remote", failureThreshold = 2, waitDurationInOpen = "40s")
        void call() throws IOException {
            calls++;
            throw new IOException("down");
        }
    }

    @Test
    void theRegistryItsCircuitsAndItsEventsAreInjected() {
        try (Application app = container.start(Operator.class, Remote.class)) {
            Operator operator = Real.of(app.get(Operator.class));
            List<Object> heard = new ArrayList<>();
            operator.events.subscribe(CircuitOpened.class, heard::add);

            operator.circuits.open("remote", Duration.ofSeconds(10));

            assertThat(operator.registry.circuitBreaker("remote").state().isOpen())
                    .isTrue();
            assertThat(operator.registry.circuitBreaker("remote").config().failureThreshold())
                    .isEqualTo(2);
            assertThat(heard).hasSize(1);
        }
    }

    @ApplicationScoped
    static class Time {
        final ManualClock clock = new ManualClock();

        @Produces
        @ApplicationScoped
        Clock clock() {
            return clock;
        }
    }

    @Test
    void theApplicationsOwnClockReplacesTheSystems() {
        try (Application app = container.start(Remote.class, Time.class)) {
            Remote remote = app.get(Remote.class);
            assertThatThrownBy(remote::call).isInstanceOf(IOException.class);
            assertThatThrownBy(remote::call).isInstanceOf(IOException.class);
            assertThat(app.get(CircuitBreakers.class).retryAfter("remote")).isEqualTo(Duration.ofSeconds(40));

            Real.of(app.get(Time.class)).clock.advance(Duration.ofSeconds(40));

            assertThat(app.get(CircuitBreakers.class).isOpen("remote")).isFalse();
        }
    }

    @Dependent
    static class Dice implements Randomness {
        static int thrown;
        static int destroyed;

        @Override
        public double nextDouble() {
            thrown++;
            return 0.5;
        }

        @PreDestroy
        void end() {
            destroyed++;
        }
    }

    @ApplicationScoped
    static class Jittery {
        @Retry(maxAttempts = 2, jitter = "8s")
        void call() throws IOException {
            throw new IOException("down");
        }
    }

    @Test
    void theApplicationsOwnChanceIsUsedAndADependentOneEndsWithTheContainer() {
        Dice.thrown = 0;
        Dice.destroyed = 0;
        try (Application app = container.start(Jittery.class, Dice.class, Time.class)) {
            ManualClock clock = Real.of(app.get(Time.class)).clock;
            long before = clock.nanos();

            assertThatThrownBy(app.get(Jittery.class)::call).isInstanceOf(IOException.class);

            assertThat(Dice.thrown).isEqualTo(1);
            assertThat(Duration.ofNanos(clock.nanos() - before)).isEqualTo(Duration.ofSeconds(4));
            assertThat(Dice.destroyed).isZero();
        }
        assertThat(Dice.destroyed).isEqualTo(1);
    }

    @ApplicationScoped
    static class OwnStore {
        static final List<String> CALLS = new ArrayList<>();

        @Produces
        @ApplicationScoped
        ResilienceStore store() {
            return (ResilienceStore) Proxy.newProxyInstance(
                    OwnStore.class.getClassLoader(), new Class<?>[] {ResilienceStore.class}, (proxy, method, args) -> {
                        synchronized (CALLS) {
                            CALLS.add(method.getName());
                        }
                        throw new IllegalStateException("this store is down");
                    });
        }
    }

    @Test
    void theApplicationsOwnStoreIsUsed() {
        OwnStore.CALLS.clear();
        assertThatThrownBy(() -> {
                    try (Application app = container.start(Remote.class, OwnStore.class)) {
                        app.get(Remote.class).call();
                    }
                })
                .isInstanceOf(Exception.class);
        synchronized (OwnStore.CALLS) {
            assertThat(OwnStore.CALLS).isNotEmpty().doesNotContain("close");
        }
    }

    @ApplicationScoped
    static class OwnRegistry {
        static boolean closed;

        @Produces
        @ApplicationScoped
        ResilienceRegistry registry() {
            return Resilience.builder()
                    .settings(Settings.of(Map.of("firefly.resilience.store.type", "memory"), "test"))
                    .circuitBreaker(
                            "remote",
                            CircuitBreakerConfig.builder().failureThreshold(1).build())
                    .build();
        }

        void end(@Disposes ResilienceRegistry registry) {
            registry.close();
            closed = true;
        }
    }

    @ApplicationScoped
    static class Referring {
        int calls;

        @CircuitBreaker("remote")
        void call() throws IOException {
            calls++;
            throw new IOException("down");
        }
    }

    @Test
    void theApplicationsOwnRegistryReplacesTheLibrarys() {
        OwnRegistry.closed = false;
        try (Application app = container.start(Operator.class, Referring.class, OwnRegistry.class)) {
            assertThatThrownBy(app.get(Referring.class)::call).isInstanceOf(IOException.class);

            Operator operator = Real.of(app.get(Operator.class));
            assertThat(operator.registry.circuitBreaker("remote").state().isOpen())
                    .isTrue();
            assertThat(operator.circuits.isOpen("remote")).isTrue();
            assertThat(OwnRegistry.closed).isFalse();
        }
        assertThat(OwnRegistry.closed).isTrue();
    }

    @ApplicationScoped
    static class RegistryWithARetry {
        @Produces
        @ApplicationScoped
        ResilienceRegistry registry() {
            return Resilience.builder()
                    .settings(Settings.of(
                            Map.of(
                                    "firefly.resilience.store.type",
                                    "memory",
                                    "firefly.resilience.retry.default.max-attempts",
                                    "2"),
                            "test"))
                    .retry("payments", RetryConfig.builder().maxAttempts(7).build())
                    .build();
        }

        void end(@Disposes ResilienceRegistry registry) {
            registry.close();
        }
    }

    @ApplicationScoped
    static class Unnamed extends Failing {
        @Retry
        Object call() throws IOException {
            return fail();
        }
    }

    @Test
    void annotationsWithoutANameHaveInstancesOfTheirOwnInTheApplicationsRegistryToo() {
        try (Application app = container.start(Unnamed.class, RegistryWithARetry.class)) {
            Unnamed bean = app.get(Unnamed.class);

            assertThat(Failing.callsOf(bean, bean::call)).isEqualTo(2);
            app.get(ResilienceRegistry.class).refresh();
            assertThat(Failing.callsOf(bean, bean::call)).isEqualTo(2);
        }
    }

    @ApplicationScoped
    static class Misspelt {
        @Retry("paymens")
        void call() {}
    }

    @Test
    void aNameThatTheApplicationsRegistryDoesNotKnowIsAProblem() {
        assertThat(container.failureOf(Misspelt.class, RegistryWithARetry.class))
                .contains("No resilience [retry] instance named [paymens]. Available: ", "payments");
    }
}
