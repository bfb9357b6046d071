package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.closed;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.halfOpen;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.record;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Explanation;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.store.StoreStatus;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExplainerTest {
    private static final CircuitBreakerConfig CONFIG = CircuitBreakerConfig.defaults();
    private static final Rules RULES = Rules.of(CONFIG, 1);

    private static Explanation explain(CircuitBreakerConfig config, Circuit circuit, long now) {
        return new Explainer("payments", config, Rules.of(config, 1)).explain(circuit, now, StoreStatus.inMemory());
    }

    @Test
    void aClosedCircuitTellsItsFiguresAndWhatWouldOpenIt() {
        Explanation explanation = explain(CONFIG, closed(RULES, Outcome.FAILURE, 3, T0), T0);

        assertThat(explanation.text())
                .isEqualTo("Circuit breaker [payments] is CLOSED: 3 failures of 3 calls in the window "
                        + "(the last 10 calls); it opens on 5 failures.");
        assertThat(explanation.toString()).isEqualTo(explanation.text());
        assertThat(explanation.calls()).isEqualTo(3);
        assertThat(explanation.failures()).isEqualTo(3);
        assertThat(explanation.slowCalls()).isZero();
        assertThat(explanation.minimumNumberOfCalls()).isZero();
        assertThat(explanation.retryAfter()).contains(Duration.ZERO);
        assertThat(explanation.state().phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void ratesMinimumAndWindowAreNamedAsConfigured() {
        CircuitBreakerConfig config = CircuitBreakerConfig.builder()
                .failureRateThreshold(0.07)
                .windowDuration(seconds(60))
                .minimumNumberOfCalls(20)
                .slowCallDuration(seconds(2))
                .slowCallRateThreshold(new BigDecimal("0.00000005"))
                .build();

        Explanation explanation =
                explain(config, closed(Rules.of(config, 1), Outcome.SLOW_FAILURE, 1, T0), T0 + SECOND);

        assertThat(explanation.text())
                .contains("1 failures of 1 calls, 1 slow")
                .contains("the last 1m")
                .contains("a failure rate of 0.07")
                .contains("a rate of 0.00000005 calls slower than 2s")
                .contains("on no fewer than 20 calls");
        assertThat(explanation.slowCalls()).isEqualTo(1);
        assertThat(explanation.minimumNumberOfCalls()).isEqualTo(20);
    }

    @Test
    void anOpenCircuitTellsWhyItOpenedAndWhenItWillAdmitAProbe() {
        Circuit circuit = record(RULES, 0, Outcome.FAILURE, 1)
                .apply(closed(RULES, Outcome.FAILURE, 4, T0), T0)
                .state();

        Explanation explanation = explain(CONFIG, circuit, T0 + 10 * SECOND);

        assertThat(explanation.text())
                .isEqualTo("Circuit breaker [payments] is OPEN: it opened at 2023-11-14T22:13:20Z for 30s, because of "
                        + "5 failures of 5 calls (the last 10 calls). It admits a probe in 20s.");
        assertThat(explanation.retryAfter()).contains(seconds(20));
        assertThat(explanation.failures()).isEqualTo(5);
        assertThat(explain(CONFIG, circuit, T0 + 30 * SECOND).text())
                .contains("is HALF_OPEN")
                .contains("the next call becomes a probe");
        assertThat(explain(CONFIG, circuit, T0 + 30 * SECOND).retryAfter()).contains(Duration.ZERO);
    }

    @Test
    void spansAreRoundedUpAndNeverToldAsNothing() {
        assertThat(explain(CONFIG, Circuits.open(1, T0, SECOND), T0 + SECOND - 1)
                        .text())
                .contains("It admits a probe in 1ns.");
        assertThat(explain(CONFIG, Circuits.open(1, T0, Long.MAX_VALUE), T0 + 5).text())
                .contains("is OPEN");
    }

    @Test
    void eachCauseOfAnOpeningIsTold() {
        Tally tally = new Tally(10, 4, 2, TimeWindow.FailureTimes.NONE);
        for (Trip.Cause cause : Trip.Cause.values()) {
            String text = explain(CONFIG, new Open(1, T0, SECOND, new Trip(cause, tally)), T0)
                    .text();
            switch (cause) {
                case FAILURES, FAILURE_RATE, SLOW_CALLS ->
                    assertThat(text).contains("because of 4 failures of 10 calls, 2 slow");
                case PROBE_FAILED ->
                    assertThat(text).contains("because a probe failed; before that there had been 4 failures");
                case BY_HAND -> assertThat(text).contains("because somebody opened it by hand");
            }
        }
    }

    @Test
    void aHalfOpenCircuitTellsItsProbesAndItsSuccesses() {
        CircuitBreakerConfig config = CircuitBreakerConfig.builder()
                .halfOpenMaxCalls(2)
                .halfOpenSuccessThreshold(3)
                .build();
        Circuit circuit = halfOpen(2, T0, Rules.of(config, 1));

        Explanation explanation = explain(config, circuit, T0 + SECOND);

        assertThat(explanation.text())
                .contains("is HALF_OPEN")
                .contains("2 of 2 probes are out, 0 of 3 needed successes are in");
        assertThat(explanation.retryAfter()).contains(seconds(29));
        assertThat(explain(config, circuit, T0 + 30 * SECOND).text()).contains("0 of 2 probes are out");
    }

    @Test
    void aCircuitMovedByHandSaysSo() {
        Explanation forced = explain(CONFIG, new ForcedOpen(1, T0), T0 + SECOND);
        Explanation disabled = explain(CONFIG, new Disabled(1), T0);

        assertThat(forced.text()).contains("is FORCED_OPEN").contains("by hand");
        assertThat(forced.retryAfter()).isEmpty();
        assertThat(disabled.text()).contains("is DISABLED").contains("admits every call and records nothing");
        assertThat(disabled.retryAfter()).contains(Duration.ZERO);
    }
}
