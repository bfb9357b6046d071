package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.retry.BackoffKind;
import dev.firefly.resilience.retry.RetryConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class ConfigurationTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Client {
        @Retry(
                value = "client",
                maxAttempts = 4,
                waitDuration = "250ms",
                backoff = "fibonacci",
                maxWait = "PT2S",
                fullJitter = true,
                retryOn = {IOException.class, IllegalStateException.class})
        void call() {}

        @CircuitBreaker(value = "client", failureRateThreshold = 0.07, windowSize = 100, minimumNumberOfCalls = 0)
        void other() {}

        @Retry("client")
        void third() {}
    }

    private static RetryConfig retry(Application app) {
        return app.get(ResilienceRegistry.class).retry("client").config();
    }

    @Test
    void attributesHaveTheSpellingAndTheMeaningOfTheKeys() {
        try (Application app = container.start(Client.class)) {
            assertThat(retry(app))
                    .isEqualTo(RetryConfig.builder()
                            .maxAttempts(4)
                            .waitDuration(Duration.ofMillis(250))
                            .backoff(BackoffKind.FIBONACCI)
                            .maxWait(Duration.ofSeconds(2))
                            .fullJitter(true)
                            .retryOn(IOException.class, IllegalStateException.class)
                            .build());
            var breaker =
                    app.get(ResilienceRegistry.class).circuitBreaker("client").config();
            assertThat(breaker.failureRateThreshold()).contains(new BigDecimal("0.07"));
            assertThat(breaker.windowSize()).isEqualTo(100);
            assertThat(breaker.minimumNumberOfCalls()).hasValue(0);
        }
    }

    @Test
    void aKeyOverridesItsAttributeAndNoOther() {
        try (Application app = container
                .of(Client.class)
                .set("retry.client.max-attempts", "9")
                .set("retry.client.wait-duration", "")
                .set("retry.client.retry-on", "+java.lang.IllegalArgumentException")
                .start()) {
            assertThat(retry(app).maxAttempts()).isEqualTo(9);
            assertThat(retry(app).waitDuration()).isEqualTo(Duration.ofMillis(250));
            assertThat(retry(app).retryOn())
                    .containsExactlyInAnyOrder(
                            IOException.class, IllegalStateException.class, IllegalArgumentException.class);
        }
    }

    @Test
    void aSourceThatCountsForMoreTakesAKeyAwayBySettingItToNothing() {
        Application.Builder app = container
                .of(Client.class)
                .set("retry.client.max-attempts", "9")
                .set("retry.client.wait-duration", "3")
                .variable("FIREFLY_RESILIENCE_RETRY_CLIENT_MAX_ATTEMPTS", "");
        assertTakenAway(app);
        assertTakenAway(app.passingOverNothing());
    }

    private static void assertTakenAway(Application.Builder app) {
        try (Application started = app.start()) {
            assertThat(retry(started).maxAttempts()).isEqualTo(4);
            assertThat(retry(started).waitDuration()).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    void anExpressionThatCannotBeResolvedIsReportedWithItsSource() {
        assertThatThrownBy(() -> container
                        .of(Client.class)
                        .set("retry.client.max-attempts", "${attempts}")
                        .start())
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("was ${attempts}")
                .hasMessageContaining("application.properties");
    }

    @Test
    void aClassThatDoesNotExistStopsTheDeploymentUnlessItIsToWarn() {
        assertThatThrownBy(() -> container
                        .of(Client.class)
                        .set("retry.client.abort-on", "com.acme.Renamed")
                        .start())
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("com.acme.Renamed");
        try (Application app = container
                .of(Client.class)
                .set("retry.client.abort-on", "com.acme.Renamed")
                .set("config.missing-classes", "warn")
                .start()) {
            assertThat(retry(app).abortOn()).isEmpty();
        }
    }

    @Test
    void aDottedGuessAtAVariableIsNoUnknownKey() {
        try (Application app = container
                .of(Client.class)
                .variable("FIREFLY_RESILIENCE_RETRY_CLIENT_MAX_ATTEMPTS", "6")
                .variable("FIREFLY_RESILIENCE_RETRY_CLIENT_WAIT_DURATION", "3")
                .set("retry.client.wait-duration", "1")
                .start()) {
            assertThat(retry(app).maxAttempts()).isEqualTo(6);
            assertThat(retry(app).waitDuration()).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    void neitherIsAGuessAtAMisspeltVariable() {
        try (Application app = container
                .of(Client.class)
                .variable("FIREFLY_RESILIENCE_RETRY_CLIENT_MAX_ATEMPTS", "6")
                .variable("FIREFLY_RESILIENCE_RETRY_CLIENT_2_MAX_ATTEMPTS", "6")
                .variable("FIREFLY_RESILIENCE_RETRY__CLIENT__MAX_ATEMPTS", "6")
                .start()) {
            assertThat(retry(app).maxAttempts()).isEqualTo(4);
        }
    }

    @Test
    void neitherIsAGuessAtAVariableOfAProfile() {
        try (Application app = container
                .of(Client.class)
                .profile("live")
                .variable("_LIVE_FIREFLY_RESILIENCE_RETRY_CLIENT_MAX_ATTEMPTS", "6")
                .start()) {
            assertThat(retry(app).maxAttempts()).isEqualTo(6);
        }
    }

    @ApplicationScoped
    static class Alike {
        @Retry("a-b")
        void one() {}

        @Retry("a.b")
        void other() {}
    }

    @Test
    void aVariableThatMayMeanTwoInstancesIsAProblemHoweverItIsSpelt() {
        for (String variable : List.of(
                "FIREFLY_RESILIENCE_RETRY_A_B_MAX_ATTEMPTS",
                "firefly_resilience_retry_a_b_max_attempts",
                "Firefly_Resilience_retry_A_b_max_attempts")) {
            assertThat(Application.failureOf(container
                            .of(Alike.class)
                            .set("retry.a-b.max-attempts", "2")
                            .set("retry.a.b.max-attempts", "2")
                            .variable(variable, "9")))
                    .contains("is ambiguous: it stands for the retry instances a-b and a.b")
                    .containsIgnoringCase("RES-001 " + variable);
        }
    }

    @Test
    void neitherIsAGuessAtAVariableInLowerCase() {
        try (Application app = container
                .of(Client.class)
                .variable("firefly_resilience_retry_client_max_attempts", "6")
                .start()) {
            assertThat(retry(app).maxAttempts()).isEqualTo(6);
        }
    }
}
