package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.retry.RetryExhaustedException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.SessionScoped;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class GuardedMethodsTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Payments {
        int calls;
        boolean healthy;

        @CircuitBreaker("payments")
        @Retry
        @Fallback(method = "cached")
        String pay(String order) throws IOException {
            calls++;
            if (healthy) {
                return "paid " + order;
            }
            throw new IOException("down");
        }

        @CircuitBreaker("payments")
        String refund(String order) {
            calls++;
            return "refunded " + order;
        }

        String cached(String order) {
            return "cached " + order;
        }
    }

    @Test
    void callsPassThroughWhileAllIsWell() throws IOException {
        try (Application app = container
                .of(Payments.class)
                .set("circuit-breaker.payments.failure-threshold", "5")
                .start()) {
            Payments payments = app.get(Payments.class);
            Real.of(payments).healthy = true;

            assertThat(payments.pay("a")).isEqualTo("paid a");
            assertThat(Real.of(payments).calls).isEqualTo(1);
        }
    }

    @Test
    void retriesThenOpensTheCircuitThenFallsBack() throws IOException {
        try (Application app = container
                .of(Payments.class)
                .set("circuit-breaker.payments.failure-threshold", "5")
                .start()) {
            Payments payments = app.get(Payments.class);

            assertThat(payments.pay("a")).isEqualTo("cached a");
            assertThat(Real.of(payments).calls).isEqualTo(3);
            // The fifth failure opens the circuit, which ends the retry.
            assertThat(payments.pay("b")).isEqualTo("cached b");
            assertThat(Real.of(payments).calls).isEqualTo(5);
            assertThat(payments.pay("c")).isEqualTo("cached c");
            assertThat(Real.of(payments).calls).isEqualTo(5);
        }
    }

    @Test
    void methodsThatGiveTheSameNameShareOneCircuit() {
        try (Application app = container
                .of(Payments.class)
                .set("circuit-breaker.payments.failure-threshold", "5")
                .start()) {
            app.get(ResilienceRegistry.class).circuitBreaker("payments").open(Duration.ofSeconds(30));

            assertThatThrownBy(() -> app.get(Payments.class).refund("a"))
                    .isInstanceOf(CircuitBreakerOpenException.class)
                    .hasMessageContaining("payments");
        }
    }

    @Test
    void aNameWithoutAnyConfigurationWorksWithTheDefaults() throws IOException {
        try (Application app = container.start(Payments.class)) {
            Payments payments = app.get(Payments.class);

            payments.pay("a");
            payments.pay("b");
            assertThat(Real.of(payments).calls).isEqualTo(5);
        }
    }

    @ApplicationScoped
    static class Inventory {
        int calls;

        @Retry(maxAttempts = 4)
        int count(String item) throws IOException {
            calls++;
            throw new IOException(item);
        }

        @Retry(abortOn = IOException.class, retryOn = Exception.class)
        void store(String item) throws IOException {
            calls++;
            throw new IOException(item);
        }

        @Retry(maxAttempts = 2, wrapExhausted = true)
        void order() throws IOException {
            throw new IOException("order");
        }

        @Retry
        void fail() {
            calls++;
            throw new StackOverflowError("deep");
        }
    }

    @Test
    void exceptionsOfTheMethodPassUnwrapped() {
        try (Application app = container.start(Inventory.class)) {
            Inventory inventory = app.get(Inventory.class);

            assertThatThrownBy(() -> inventory.count("nuts"))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessage("nuts");
            assertThat(Real.of(inventory).calls).isEqualTo(4);
            assertThatThrownBy(inventory::fail).isExactlyInstanceOf(StackOverflowError.class);
            assertThat(Real.of(inventory).calls).isEqualTo(5);
        }
    }

    @Test
    void attributesAreTheCodesOwnValues() {
        try (Application app = container.start(Inventory.class)) {
            Inventory inventory = app.get(Inventory.class);

            assertThatThrownBy(() -> inventory.store("nuts")).isExactlyInstanceOf(IOException.class);
            assertThat(Real.of(inventory).calls).isEqualTo(1);
            assertThatThrownBy(inventory::order)
                    .isInstanceOf(RetryExhaustedException.class)
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    @SessionScoped
    static class Cart implements Serializable {
        private static final long serialVersionUID = 1L;

        @Retry
        void add() {}
    }

    @Test
    void beansOfAPassivatingScopeCanBeGuarded() {
        try (Application app = container.start(Cart.class)) {
            assertThat(app.container().select(Cart.class).isResolvable()).isTrue();
        }
    }
}
