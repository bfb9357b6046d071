package dev.firefly.resilience.engine.config;

import static dev.firefly.resilience.core.Pattern.RETRY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.retry.BackoffKind;
import dev.firefly.resilience.retry.RetryConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InheritanceTest {
    @Test
    void nothingConfiguredGivesTheDefaults() {
        ConfigurationModel model = Given.lines().load();
        assertThat(model.retry("any")).isEqualTo(RetryConfig.defaults());
        assertThat(model.circuitBreaker("any")).isEqualTo(CircuitBreakerConfig.defaults());
    }

    /** D02. */
    @Test
    void theDefaultInstanceIsInheritedWithoutBeingNamed() {
        ConfigurationModel model = Given.lines("retry.default.max-attempts=7", "retry.a.wait-duration=1s")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(7);
        assertThat(model.retry("a").waitDuration()).isEqualTo(Duration.ofSeconds(1));
        assertThat(model.retry("default").maxAttempts()).isEqualTo(7);
        assertThat(model.retry("default").waitDuration()).isZero();
    }

    @Test
    void theDefaultInstanceOfOnePatternIsNotInheritedByAnother() {
        ConfigurationModel model = Given.lines("retry.default.enabled=false").load();
        assertThat(model.circuitBreaker("a").enabled()).isTrue();
    }

    /** D12: a base need not be complete, nor say anything of the rest. */
    @Test
    void exponentialBackoffCanBeSwitchedOnInTheBase() {
        ConfigurationModel model = Given.lines(
                        "retry.default.backoff=exponential",
                        "retry.a.wait-duration=200ms",
                        "retry.a.backoff-multiplier=2")
                .load();
        assertThat(model.retry("a").backoff()).isEqualTo(BackoffKind.EXPONENTIAL);
        assertThat(model.retry("a").backoffMultiplier()).isEqualTo(2.0);
    }

    /** D16. */
    @Test
    void aSingleInstanceCanBeSwitchedOffAndOnAgain() {
        ConfigurationModel model = Given.lines(
                        "retry.default.enabled=false", "retry.a.enabled=true", "circuit-breaker.b.enabled=false")
                .load();
        assertThat(model.retry("default").enabled()).isFalse();
        assertThat(model.retry("a").enabled()).isTrue();
        assertThat(model.circuitBreaker("b").enabled()).isFalse();
    }

    @Test
    void declaredValuesOverrideTheDefaultInstanceAndAreOverriddenByKeys() {
        ConfigurationModel model = Given.lines(
                        "retry.default.max-attempts=7",
                        "retry.default.wait-duration=7s",
                        "retry.default.jitter=7ms",
                        "retry.a.wait-duration=9s")
                .declared(RETRY, "a", "A", "max-attempts=8", "wait-duration=8s")
                .load();
        assertThat(model.retry("a").maxAttempts()).isEqualTo(8);
        assertThat(model.retry("a").waitDuration()).isEqualTo(Duration.ofSeconds(9));
        assertThat(model.retry("a").jitter()).isEqualTo(Duration.ofMillis(7));
    }

    @Test
    void aConfigGivenWholeHidesTheDefaultInstanceAndIsOverriddenByKeys() {
        ConfigurationModel model = Given.lines(
                        "retry.default.max-attempts=7", "retry.default.wait-duration=7s", "retry.a.wait-duration=9s")
                .retry("a", RetryConfig.builder().jitter(Duration.ofMillis(8)).build())
                .load();
        assertThat(model.retry("a"))
                .isEqualTo(RetryConfig.builder()
                        .jitter(Duration.ofMillis(8))
                        .waitDuration(Duration.ofSeconds(9))
                        .build());
    }

    @Test
    void theDefaultInstanceCanBeGivenInCode() {
        ConfigurationModel model = Given.lines("retry.default.wait-duration=1s", "retry.b.jitter=1ms")
                .retry("default", RetryConfig.builder().maxAttempts(7).build())
                .load();
        RetryConfig expected = RetryConfig.builder()
                .maxAttempts(7)
                .waitDuration(Duration.ofSeconds(1))
                .build();
        assertThat(model.retry("default")).isEqualTo(expected);
        assertThat(model.retry("b"))
                .isEqualTo(expected.toBuilder().jitter(Duration.ofMillis(1)).build());
    }

    /** D18. */
    @Test
    void zeroIsAllowedWhereItMeansSomething() {
        ConfigurationModel model = Given.lines(
                        "retry.a.wait-duration=0",
                        "retry.a.max-wait=0",
                        "retry.a.max-duration=0s",
                        "retry.a.backoff-multiplier=0.5",
                        "circuit-breaker.a.minimum-number-of-calls=0",
                        "circuit-breaker.a.wait-duration-in-open=0",
                        "circuit-breaker.a.half-open-probe-timeout=0")
                .load();
        assertThat(model.retry("a").backoffMultiplier()).isEqualTo(0.5);
        assertThat(model.circuitBreaker("a").minimumNumberOfCalls()).hasValue(0);
    }
}
