package dev.firefly.resilience.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryConfigTest {
    @Test
    void theDefaultsAreThoseOfTheReference() {
        RetryConfig defaults = RetryConfig.defaults();

        assertThat(defaults.enabled()).isTrue();
        assertThat(defaults.maxAttempts()).isEqualTo(3);
        assertThat(defaults.waitDuration()).isEqualTo(Duration.ZERO);
        assertThat(defaults.backoff()).isEqualTo(BackoffKind.EXPONENTIAL);
        assertThat(defaults.backoffMultiplier()).isEqualTo(1.0);
        assertThat(defaults.maxWait()).isEmpty();
        assertThat(defaults.jitter()).isEqualTo(Duration.ZERO);
        assertThat(defaults.fullJitter()).isFalse();
        assertThat(defaults.maxDuration()).isEmpty();
        assertThat(defaults.retryOn()).containsExactly(Exception.class);
        assertThat(defaults.abortOn()).isEmpty();
        assertThat(defaults.wrapExhausted()).isFalse();
        assertThat(defaults.retryOnResult()).isEmpty();
        assertThat(defaults.customBackoff()).isEmpty();
        assertThat(defaults.retryAfter()).isEmpty();
        assertThat(defaults.onRetry()).isEmpty();
    }

    @Test
    void everyProblemIsToldAtOnce() {
        ConfigurationException invalid = catchThrowableOfType(
                ConfigurationException.class,
                () -> RetryConfig.builder()
                        .maxAttempts(0)
                        .backoffMultiplier(0)
                        .waitDuration(Duration.ofNanos(-1))
                        .maxWait(Duration.ofSeconds(Long.MAX_VALUE))
                        .jitter(Duration.ofSeconds(-1))
                        .maxDuration(Duration.ofSeconds(-1))
                        .build());

        assertThat(invalid.problems())
                .extracting(Problem::key)
                .containsExactlyInAnyOrder(
                        "max-attempts", "backoff-multiplier", "wait-duration", "max-wait", "jitter", "max-duration");
        assertThat(invalid).hasMessageContaining("max-attempts must be >= 1, was 0");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void aMultiplierIsAboveZeroAndFinite(double multiplier) {
        assertThat(catchThrowableOfType(
                        ConfigurationException.class,
                        () -> RetryConfig.builder()
                                .backoffMultiplier(multiplier)
                                .build()))
                .isNotNull();
    }

    @Test
    void zeroAndFractionsAreLegalWhereTheyMeanSomething() {
        RetryConfig config = RetryConfig.builder()
                .maxWait(Duration.ZERO)
                .maxDuration(Duration.ZERO)
                .backoffMultiplier(0.5)
                .build();

        assertThat(config.maxWait()).contains(Duration.ZERO);
    }

    @Test
    void aBuilderStartsFromWhatItWasMadeOf() {
        RetryConfig config = RetryConfig.builder()
                .enabled(false)
                .maxAttempts(7)
                .waitDuration(Duration.ofMillis(5))
                .backoff(Backoff.constant(Duration.ofSeconds(1)))
                .backoffMultiplier(2)
                .maxWait(Duration.ofSeconds(2))
                .jitter(Duration.ofMillis(3))
                .fullJitter(true)
                .maxDuration(Duration.ofSeconds(9))
                .retryOn(IOException.class)
                .abortOn(FileNotFoundException.class)
                .wrapExhausted(true)
                .retryOnResult(result -> result == null)
                .retryAfter(failure -> Optional.empty())
                .onRetry((context, outcome, wait) -> {})
                .build();

        assertThat(config.toBuilder().build()).isEqualTo(config);
    }

    @Test
    void theKindOfGrowthThatIsSetLastCounts() {
        RetryConfig.Builder builder = RetryConfig.builder().backoff(Backoff.constant(Duration.ofSeconds(1)));

        assertThat(builder.build().customBackoff()).isPresent();
        assertThat(builder.backoff(BackoffKind.LINEAR).build().customBackoff()).isEmpty();
    }
}
