package dev.firefly.resilience.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firefly.resilience.config.ConfigurationException;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimiterConfigTest {
    @Test
    void theDefaultsAreThoseOfTheReference() {
        RateLimiterConfig defaults = RateLimiterConfig.defaults();

        assertThat(defaults.enabled()).isTrue();
        assertThat(defaults.maxTokens()).isEqualTo(10);
        assertThat(defaults.refillRate()).isEqualByComparingTo("10.0");
        assertThat(defaults.timeout()).isZero();
        assertThat(defaults.reserve()).isEqualTo(1);
    }

    @Test
    void everyProblemIsToldAtOnce() {
        ConfigurationException invalid = catchThrowableOfType(
                ConfigurationException.class,
                () -> RateLimiterConfig.builder()
                        .maxTokens(0)
                        .refillRate(0)
                        .timeout(Duration.ofNanos(-1))
                        .reserve(0)
                        .build());

        assertThat(invalid)
                .hasMessageContaining("max-tokens must be >= 1, was 0")
                .hasMessageContaining("refill-rate must be above 0 and at most 1000000000, was 0.0")
                .hasMessageContaining("timeout must be")
                .hasMessageContaining("reserve must be from 1 to max-tokens (0), was 0");
        assertThat(invalid.problems()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, -0.0, 1_000_000_000.5, Double.NaN, Double.POSITIVE_INFINITY})
    void aRateMustBeANumberInItsRange(double rate) {
        assertThatThrownBy(() -> RateLimiterConfig.builder().refillRate(rate).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("refill-rate");
    }

    @Test
    void aReserveIsNoLargerThanTheBucket() {
        assertThat(RateLimiterConfig.builder().maxTokens(3).reserve(3).build().reserve())
                .isEqualTo(3);
        assertThatThrownBy(() ->
                        RateLimiterConfig.builder().maxTokens(3).reserve(4).build())
                .hasMessageContaining("reserve must be from 1 to max-tokens (3), was 4");
    }

    @Test
    void aBucketMustFillWithinThirtyYears() {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder().maxTokens(946_728_000);

        assertThat(builder.refillRate(1).build().refillRate()).isEqualByComparingTo("1");
        assertThatThrownBy(() -> builder.refillRate(new BigDecimal("0.99")).build())
                .hasMessageContaining("must fill an empty bucket of max-tokens (946728000) within 30 years, was 0.99");
    }

    @Test
    void aCopyHasWhatItsOriginalHas() {
        RateLimiterConfig config = RateLimiterConfig.builder()
                .enabled(false)
                .maxTokens(7)
                .refillRate(0.25)
                .timeout(Duration.ofSeconds(2))
                .reserve(3)
                .build();

        assertThat(config.toBuilder().build()).isEqualTo(config);
    }

    @Test
    void aRateOfEndlesslyManyDecimalsIsRefusedWithoutBeingWrittenOut() {
        assertThatThrownBy(() -> RateLimiterConfig.builder()
                        .refillRate(new BigDecimal("1E-2000000000"))
                        .build())
                .hasMessageContaining("refill-rate must fill an empty bucket");
        assertThatThrownBy(() -> RateLimiterConfig.builder()
                        .refillRate(new BigDecimal("1E+2000000000"))
                        .build())
                .hasMessageContaining("refill-rate must be above 0 and at most 1000000000");
    }
}
