package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.timelimiter.LateSuccess;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class OverridesTest {
    @Parameter
    Container container;

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
        try (Application app = container
                .of(Inventory.class)
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
        try (Application app = container
                .of(Inventory.class)
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

    @ApplicationScoped
    static class Shipping {
        @RateLimiter(value = "parcels", maxTokens = 3, refillRate = 0.5, timeout = "2s", reserve = 2)
        @Bulkhead(value = "parcels", maxConcurrent = 4, maxWait = "1s", permitTtl = "5m", permitRenewal = true)
        @TimeLimiter(value = "parcels", timeout = "7s", interrupt = false, lateSuccess = "return", offload = true)
        void ship() {}

        @RateLimiter
        @Bulkhead
        @TimeLimiter
        void track() {}
    }

    @Test
    void theAttributesOfLimitersAndBulkheadsAreTheCodesOwnValues() {
        try (Application app = Application.start(Shipping.class)) {
            ResilienceRegistry registry = app.get(ResilienceRegistry.class);
            String derived = Shipping.class.getName() + "#track()";

            assertThat(registry.rateLimiter("parcels").config())
                    .isEqualTo(RateLimiterConfig.builder()
                            .maxTokens(3)
                            .refillRate(0.5)
                            .timeout(Duration.ofSeconds(2))
                            .reserve(2)
                            .build());
            assertThat(registry.bulkhead("parcels").config())
                    .isEqualTo(BulkheadConfig.builder()
                            .maxConcurrent(4)
                            .maxWait(Duration.ofSeconds(1))
                            .permitTtl(Duration.ofMinutes(5))
                            .permitRenewal(true)
                            .build());
            assertThat(registry.timeLimiter("parcels").config())
                    .isEqualTo(TimeLimiterConfig.builder()
                            .timeout(Duration.ofSeconds(7))
                            .interrupt(false)
                            .lateSuccess(LateSuccess.RETURN)
                            .offload(true)
                            .build());
            assertThat(registry.rateLimiter(derived).config()).isEqualTo(RateLimiterConfig.defaults());
            assertThat(registry.bulkhead(derived).config()).isEqualTo(BulkheadConfig.defaults());
            assertThat(registry.timeLimiter(derived).config()).isEqualTo(TimeLimiterConfig.defaults());
        }
    }

    @Test
    void configurationOverridesTheAttributesOfLimitersAndBulkheadsOneByOne() {
        try (Application app = Application.of(Shipping.class)
                .set("rate-limiter.parcels.max-tokens", "30")
                .set("bulkhead.parcels.permit-renewal", "false")
                .set("time-limiter.parcels.timeout", "70ms")
                .set("bulkhead.\"" + Shipping.class.getName() + "#track()\".max-concurrent", "0")
                .start()) {
            ResilienceRegistry registry = app.get(ResilienceRegistry.class);

            assertThat(registry.rateLimiter("parcels").config().maxTokens()).isEqualTo(30);
            assertThat(registry.rateLimiter("parcels").config().reserve()).isEqualTo(2);
            assertThat(registry.bulkhead("parcels").config().permitRenewal()).isFalse();
            assertThat(registry.bulkhead("parcels").config().maxConcurrent()).isEqualTo(4);
            assertThat(registry.timeLimiter("parcels").config().timeout()).hasMillis(70);
            assertThat(registry.timeLimiter("parcels").config().offload()).isTrue();
            assertThatThrownBy(app.get(Shipping.class)::track).isInstanceOf(BulkheadFullException.class);
        }
    }

    @Test
    void aDisabledPatternIsPassedStraightThrough() {
        String name = Inventory.class.getName() + "#count(java.lang.String)";
        try (Application app = container
                .of(Inventory.class)
                .set("retry." + name + ".enabled", "false")
                .start()) {
            Inventory inventory = app.get(Inventory.class);

            assertThatThrownBy(() -> inventory.count("nuts")).isInstanceOf(IOException.class);
            assertThat(Real.of(inventory).calls).isEqualTo(1);
        }
    }

    @Test
    void environmentVariablesAnswerForNamesFromCodeAndCreateNone() {
        try (Application app = container
                .of(Payments.class, Inventory.class)
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
                    .hasMessageStartingWith(
                            "No resilience [circuit-breaker] instance named [missing]. Available: payments. ");
        }
    }
}
