package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Container.class)
class ClientInterfaceTest {
    @Parameter
    Container container;

    private final List<String> calls = new ArrayList<>();

    /** Every call fails. */
    private Application start(Class<?>... types) {
        Clients.Remote down = (type, method) -> {
            calls.add(type.getSimpleName() + '.' + method.getName());
            throw new IllegalStateException("down");
        };
        return container.of(types).with(new Clients(down, List.of(types))).start();
    }

    @Retry(maxAttempts = 2)
    interface Orders {
        String find(String id);

        @Retry(maxAttempts = 3)
        @Fallback(method = "unknown")
        String status(String id);

        default String unknown(String id, IllegalStateException failure) {
            return id + " is " + failure.getMessage();
        }
    }

    @Test
    void theMethodsOfAClientAreGuarded() {
        try (Application app = start(Orders.class)) {
            Orders orders = app.get(Orders.class);

            assertThatThrownBy(() -> orders.find("a")).isInstanceOf(IllegalStateException.class);
            assertThat(calls).containsExactly("Orders.find", "Orders.find");
            calls.clear();
            assertThat(orders.status("a")).isEqualTo("a is down");
            assertThat(calls).hasSize(3).containsOnly("Orders.status");
        }
    }

    interface Shared {
        @CircuitBreaker(failureThreshold = 1)
        void ping();
    }

    interface First extends Shared {}

    interface Second extends Shared {}

    @Test
    void everyClientHasInstancesOfItsOwnForInheritedMethods() {
        try (Application app = start(First.class, Second.class)) {
            CircuitBreakers circuits = app.get(CircuitBreakers.class);

            assertThatThrownBy(app.get(Second.class)::ping).isInstanceOf(IllegalStateException.class);

            assertThat(circuits.isOpen(Second.class.getName() + "#ping()")).isTrue();
            assertThat(circuits.isOpen(First.class.getName() + "#ping()")).isFalse();
            assertThatThrownBy(app.get(Second.class)::ping).isInstanceOf(CircuitBreakerOpenException.class);
            assertThatThrownBy(app.get(First.class)::ping).isInstanceOf(IllegalStateException.class);
        }
    }

    interface Misspelt {
        @Retry("agressive")
        void call();
    }

    @Test
    void aMistakeOnAClientStopsTheDeployment() {
        Application.Builder app = container
                .of(Misspelt.class)
                .with(new Clients((type, method) -> null, List.of(Misspelt.class)))
                .set("retry.aggressive.max-attempts", "5");

        assertThat(Application.failureOf(app))
                .contains("RES-001", "named [agressive]", "@Retry on " + Misspelt.class.getName() + "#call()");
    }

    @ApplicationScoped
    static class Implementation implements Misspelt {
        @Override
        public void call() {}
    }

    @ApplicationScoped
    static class Producer {
        @Produces
        @Dependent
        Misspelt produce() {
            return () -> {};
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Implementation.class, Producer.class})
    void anInterfaceOfWhichTheApplicationHasABeanIsNoClient(Class<?> bean) {
        try (Application app = container
                .of(Misspelt.class, bean)
                .set("retry.aggressive.max-attempts", "5")
                .start()) {
            app.get(Misspelt.class).call();
        }
    }

    @ApplicationScoped
    static class Plain {}

    /** Adds a bean of an interface. */
    static final class Adding implements Extension {
        private final Class<Object> type;

        @SuppressWarnings("unchecked")
        Adding(Class<?> type) {
            this.type = (Class<Object>) type;
        }

        void add(@Observes AfterBeanDiscovery event) {
            event.<Object>addBean()
                    .id("added")
                    .types(type, Object.class)
                    .createWith((CreationalContext<Object> creation) -> new Object());
        }
    }

    @Test
    void anInterfaceThatMentionsWhatIsMissingHindersNobody(@TempDir Path directory) throws Exception {
        assumeTrue(container == Container.FULL, "in CDI Lite Weld fails by itself");
        Map<String, String> sources = Map.of(
                "Optional", "public interface Optional { Missing get(); }", "Missing", "public class Missing {}");
        try (CompiledBeans beans = CompiledBeans.of(sources, List.of("Optional"), directory)) {
            Files.delete(directory.resolve("Missing.class"));
            try (Application app = container
                    .of(Plain.class)
                    .with(new Adding(beans.classes()[0]))
                    .start()) {
                assertThat(app.container().isRunning()).isTrue();
            }
        }
    }
}
