package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class OverridesTest {
    @ApplicationScoped
    static class Inventory {
        int calls;

        @Retry(maxAttempts = 4)
        int count(String item) throws IOException {
            calls++;
            throw new IOException(item);
        }
    }

    @ApplicationScoped
    static class Payments {
        @CircuitBreaker("payments")
        @Retry
        void pay() {}
    }

    @Test
    void configurationUnderTheDerivedNameOverridesAttributes() {
        String name = Inventory.class.getName() + "#count(java.lang.String)";
        try (Application app = Application.of(Inventory.class)
                .set("retry.\"" + name + "\".max-attempts", "2")
                .start()) {
            Inventory inventory = app.get(Inventory.class);

            assertThatThrownBy(() -> inventory.count("nuts")).isInstanceOf(IOException.class);
            assertThat(Real.of(inventory).calls).isEqualTo(2);
            assertThat(app.get(ResilienceRegistry.class).retry(name).name()).isEqualTo(name);
        }
    }

    @Test
    void attributesThatAreNotGivenAreInheritedFromTheDefaultInstance() {
        try (Application app = Application.of(Inventory.class)
                .set("retry.default.max-attempts", "7")
                .set("retry.default.abort-on", "java.io.IOException")
                .start()) {
            Inventory inventory = app.get(Inventory.class);

            assertThatThrownBy(() -> inventory.count("nuts")).isInstanceOf(IOException.class);
            assertThat(Real.of(inventory).calls).isEqualTo(1);
            assertThat(app.get(ResilienceRegistry.class)
                            .retry(Inventory.class.getName() + "#count(java.lang.String)")
                            .config()
                            .maxAttempts())
                    .isEqualTo(4);
        }
    }

    @Test
    void aDisabledPatternIsPassedStraightThrough() {
        String name = Inventory.class.getName() + "#count(java.lang.String)";
        try (Application app = Application.of(Inventory.class)
                .set("retry." + name + ".enabled", "false")
                .start()) {
            Inventory inventory = app.get(Inventory.class);

            assertThatThrownBy(() -> inventory.count("nuts")).isInstanceOf(IOException.class);
            assertThat(Real.of(inventory).calls).isEqualTo(1);
        }
    }

    @Test
    void environmentVariablesAnswerForNamesFromCodeAndCreateNone() {
        try (Application app = Application.of(Payments.class, Inventory.class)
                .set("circuit-breaker.payments.failure-threshold", "5")
                .variable("FIREFLY_RESILIENCE_CIRCUIT_BREAKER_PAYMENTS_FAILURE_THRESHOLD", "2")
                .variable("FIREFLY_RESILIENCE_CIRCUIT_BREAKER_NOBODY_FAILURE_THRESHOLD", "9")
                .variable("FIREFLY_RESILIENCE_RETRY_DEFAULT_MAX_ATTEMPTS", "1")
                .start()) {
            ResilienceRegistry registry = app.get(ResilienceRegistry.class);

            assertThat(registry.circuitBreaker("payments").config().failureThreshold())
                    .isEqualTo(2);
            assertThat(registry.retry(Payments.class.getName() + "#pay()")
                            .config()
                            .maxAttempts())
                    .isEqualTo(1);
            assertThatThrownBy(() -> registry.circuitBreaker("missing"))
                    .hasMessage("No resilience [circuit-breaker] instance named [missing]. Available: payments");
        }
    }
}
