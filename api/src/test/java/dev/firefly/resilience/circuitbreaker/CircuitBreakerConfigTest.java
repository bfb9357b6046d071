package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CircuitBreakerConfigTest {
    private static CircuitBreakerConfig config(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        return settings.apply(CircuitBreakerConfig.builder()).build();
    }

    private static void assertRefused(UnaryOperator<CircuitBreakerConfig.Builder> settings, String... keys) {
        assertThatThrownBy(() -> config(settings))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        failure -> assertThat(failure.problems())
                                .extracting(Problem::key)
                                .containsExactlyInAnyOrder(keys));
    }

    @Test
    void theDefaultsAreThoseOfTheContract() {
        CircuitBreakerConfig config = CircuitBreakerConfig.defaults();

        assertThat(config.enabled()).isTrue();
        assertThat(config.failureThreshold()).isEqualTo(5);
        assertThat(config.failureRateThreshold()).isEmpty();
        assertThat(config.windowSize()).isEqualTo(10);
        assertThat(config.windowDuration()).isEmpty();
        assertThat(config.minimumNumberOfCalls()).isEmpty();
        assertThat(config.waitDurationInOpen()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.openJitter()).isZero();
        assertThat(config.halfOpenMaxCalls()).isEqualTo(1);
        assertThat(config.halfOpenSuccessThreshold()).isEqualTo(1);
        assertThat(config.halfOpenProbeTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.recordOn()).containsExactly(Exception.class);
        assertThat(config.ignoreOn()).isEmpty();
        assertThat(config.slowCallDuration()).isEmpty();
        assertThat(config.slowCallRateThreshold()).isEmpty();
    }

    @Test
    void theShortFormLeavesOutWhatIsUsual() {
        CircuitBreakerConfig config = CircuitBreakerConfig.after(3);
        assertThat(config.failureThreshold()).isEqualTo(3);
        assertThat(config.windowDuration()).contains(Duration.ofMinutes(1));
        assertThat(config.waitDurationInOpen()).isEqualTo(Duration.ofMinutes(2));

        CircuitBreakerConfig other = config.within(Duration.ofSeconds(7)).openFor(Duration.ofSeconds(8));
        assertThat(other.failureThreshold()).isEqualTo(3);
        assertThat(other.windowDuration()).contains(Duration.ofSeconds(7));
        assertThat(other.waitDurationInOpen()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void aBuilderStartsFromAllThatIsThere() {
        CircuitBreakerConfig config = config(b -> b.enabled(false)
                .failureThreshold(7)
                .failureRateThreshold(0.25)
                .windowSize(11)
                .windowDuration(Duration.ofSeconds(12))
                .minimumNumberOfCalls(13)
                .waitDurationInOpen(Duration.ofSeconds(14))
                .openJitter(Duration.ofSeconds(15))
                .halfOpenMaxCalls(16)
                .halfOpenSuccessThreshold(17)
                .halfOpenProbeTimeout(Duration.ofSeconds(18))
                .recordOn(RuntimeException.class)
                .ignoreOn(IllegalStateException.class)
                .slowCallDuration(Duration.ofSeconds(19))
                .slowCallRateThreshold(0.75)
                .quorum(20));

        assertThat(config.toBuilder().build()).isEqualTo(config);
        assertThat(config.failureRateThreshold()).contains(new BigDecimal("0.25"));
        assertThat(config.classifier().matches(new IllegalArgumentException())).isTrue();
        assertThat(config.classifier().matches(new IllegalStateException())).isFalse();
    }

    @Test
    void allThatIsOutOfRangeIsToldAtOnce() {
        assertRefused(
                b -> b.failureThreshold(0)
                        .failureRateThreshold(1.5)
                        .windowSize(0)
                        .minimumNumberOfCalls(-1)
                        .waitDurationInOpen(Duration.ofNanos(-1))
                        .openJitter(Duration.ofNanos(-1))
                        .halfOpenMaxCalls(0)
                        .halfOpenSuccessThreshold(0)
                        .halfOpenProbeTimeout(Duration.ofDays(200_000))
                        .windowDuration(Duration.ZERO)
                        .slowCallDuration(Duration.ofNanos(-1))
                        .slowCallRateThreshold(Double.NaN)
                        .quorum(0),
                "failure-threshold",
                "failure-rate-threshold",
                "window-size",
                "minimum-number-of-calls",
                "wait-duration-in-open",
                "open-jitter",
                "half-open-max-calls",
                "half-open-success-threshold",
                "half-open-probe-timeout",
                "window-duration",
                "slow-call-duration",
                "slow-call-rate-threshold",
                "quorum");
        assertRefused(b -> b.quorum(CircuitBreakerConfig.MAX_QUORUM + 1), "quorum");
    }

    @Test
    void eachBoundIsWhereItIs() {
        config(b -> b.quorum(CircuitBreakerConfig.MAX_QUORUM));
        config(b -> b.failureThreshold(1).windowSize(1));
        config(b -> b.failureThreshold(10).windowSize(10));
        config(b -> b.windowSize(CircuitBreakerConfig.MAX_WINDOW_SIZE));
        config(b -> b.minimumNumberOfCalls(0));
        config(b -> b.failureRateThreshold(1.0));
        config(b -> b.failureRateThreshold(new BigDecimal("0.000000001")));
        config(b -> b.waitDurationInOpen(Duration.ZERO).halfOpenProbeTimeout(Duration.ZERO));
        config(b -> b.windowDuration(Duration.ofNanos(1)).failureThreshold(CircuitBreakerConfig.MAX_FAILURE_TIMES));
        config(b -> b.failureRateThreshold(0.5).failureThreshold(1000));

        assertRefused(b -> b.failureThreshold(11).windowSize(10), "failure-threshold");
        assertRefused(b -> b.windowSize(CircuitBreakerConfig.MAX_WINDOW_SIZE + 1), "window-size");
        assertRefused(b -> b.failureRateThreshold(0), "failure-rate-threshold");
        assertRefused(b -> b.failureRateThreshold(new BigDecimal("0.0000000001")), "failure-rate-threshold");
        assertRefused(
                b -> b.windowDuration(Duration.ofSeconds(1))
                        .failureThreshold(CircuitBreakerConfig.MAX_FAILURE_TIMES + 1),
                "failure-threshold");
        assertRefused(b -> b.slowCallRateThreshold(0.5), "slow-call-rate-threshold");
    }
}
