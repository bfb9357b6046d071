package dev.firefly.resilience.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firefly.resilience.config.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BulkheadConfigTest {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    @Test
    void theDefaultsAreThoseOfTheReference() {
        BulkheadConfig defaults = BulkheadConfig.defaults();

        assertThat(defaults.enabled()).isTrue();
        assertThat(defaults.maxConcurrent()).isEqualTo(10);
        assertThat(defaults.maxWait()).isZero();
        assertThat(defaults.permitTtl()).isEqualTo(Duration.ofSeconds(60));
        assertThat(defaults.permitRenewal()).isFalse();
    }

    @Test
    void everyProblemIsToldAtOnce() {
        ConfigurationException invalid = catchThrowableOfType(
                ConfigurationException.class,
                () -> BulkheadConfig.builder()
                        .maxConcurrent(-1)
                        .maxWait(Duration.ofNanos(-1))
                        .permitTtl(Duration.ZERO)
                        .build());

        assertThat(invalid)
                .hasMessageContaining("max-concurrent must be >= 0, was -1")
                .hasMessageContaining("max-wait must be a duration from 0 to 292 years")
                .hasMessageContaining("permit-ttl must be a duration longer than 0, up to 292 years");
        assertThat(invalid.problems()).hasSize(3);
    }

    @Test
    void zeroIsLegalWhereItMeansSomething() {
        BulkheadConfig closed =
                BulkheadConfig.builder().maxConcurrent(0).maxWait(Duration.ZERO).build();

        assertThat(closed.maxConcurrent()).isZero();
        assertThat(closed.maxWait()).isZero();
    }

    @Test
    void aDurationIsNoLongerThanALongHolds() {
        BulkheadConfig longest =
                BulkheadConfig.builder().maxWait(LONGEST).permitTtl(LONGEST).build();
        assertThat(longest.maxWait()).isEqualTo(LONGEST);
        assertThat(longest.permitTtl()).isEqualTo(LONGEST);

        Duration longer = LONGEST.plusNanos(1);
        assertThatThrownBy(() -> BulkheadConfig.builder().maxWait(longer).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("max-wait");
        for (Duration wrong : new Duration[] {longer, Duration.ofNanos(-1)}) {
            assertThatThrownBy(() -> BulkheadConfig.builder().permitTtl(wrong).build())
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("permit-ttl");
        }
    }

    @Test
    void aBuilderThatStartsFromAConfigurationKeepsEverything() {
        BulkheadConfig config = BulkheadConfig.builder()
                .enabled(false)
                .maxConcurrent(3)
                .maxWait(Duration.ofSeconds(1))
                .permitTtl(Duration.ofSeconds(2))
                .permitRenewal(true)
                .build();

        assertThat(config.toBuilder().build()).isEqualTo(config);
    }
}
