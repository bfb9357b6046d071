package dev.firefly.resilience.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.config.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLimiterConfigTest {
    @Test
    void theDefaultsAreThoseOfTheReference() {
        TimeLimiterConfig defaults = TimeLimiterConfig.defaults();

        assertThat(defaults.enabled()).isTrue();
        assertThat(defaults.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(defaults.interrupt()).isTrue();
        assertThat(defaults.lateSuccess()).isEqualTo(LateSuccess.THROW);
        assertThat(defaults.offload()).isFalse();
    }

    @Test
    void aLimitIsLongerThanNothingAndShorterThanALongHolds() {
        for (Duration wrong :
                new Duration[] {Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MAX_VALUE)}) {
            assertThatThrownBy(() -> TimeLimiterConfig.builder().timeout(wrong).build())
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("timeout must be a duration longer than 0, up to 292 years");
        }
        Duration longest = Duration.ofNanos(Long.MAX_VALUE);
        assertThat(TimeLimiterConfig.builder().timeout(longest).build().timeout())
                .isEqualTo(longest);
    }

    @Test
    void aBuilderThatStartsFromAConfigurationKeepsEverything() {
        TimeLimiterConfig config = TimeLimiterConfig.builder()
                .enabled(false)
                .timeout(Duration.ofSeconds(1))
                .interrupt(false)
                .lateSuccess(LateSuccess.RETURN)
                .offload(true)
                .build();

        assertThat(config.toBuilder().build()).isEqualTo(config);
    }
}
