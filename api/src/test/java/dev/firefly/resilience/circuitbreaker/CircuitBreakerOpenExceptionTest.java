package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CircuitBreakerOpenExceptionTest {
    @Test
    void itSaysWhoTurnedTheCallAwayWhyAndForHowLong() {
        CircuitBreakerOpenException open = new CircuitBreakerOpenException("x", Phase.OPEN, 1_500_000_000, false);

        assertThat(open.code()).isEqualTo(ErrorCode.CIRCUIT_OPEN);
        assertThat(open.pattern()).contains(Pattern.CIRCUIT_BREAKER);
        assertThat(open.instance()).isEqualTo("x");
        assertThat(open.retryAfter()).contains(Duration.ofMillis(1500));
        assertThat(open.retryable()).isTrue();
        assertThat(open).hasMessage("Circuit breaker [x] is open; try again in 1.5s");
        assertThat(new CircuitBreakerOpenException("x", Phase.HALF_OPEN, 0, false))
                .hasMessage("Circuit breaker [x] is half-open and all its probes are out; try again in 0s");
    }

    @Test
    void itSaysWhenItIsOfThisNodeAlone() {
        CircuitBreakerOpenException alone =
                new CircuitBreakerOpenException("x", Phase.OPEN, 1_500_000_000, true, false);

        assertThat(alone.isByThisNodeAlone()).isTrue();
        assertThat(alone)
                .hasMessage("Circuit breaker [x] is open, for this node alone because of its own calls:"
                        + " the shared one is closed; try again in 1.5s");
        assertThat(new CircuitBreakerOpenException("x", Phase.OPEN, 1, false).isByThisNodeAlone())
                .isFalse();
    }

    @Test
    void nobodyKnowsHowLongAForcedOpenCircuitRejects() {
        CircuitBreakerOpenException forced = new CircuitBreakerOpenException("x", Phase.FORCED_OPEN, -1, false);

        assertThat(forced.retryAfter()).isEmpty();
        assertThat(forced).hasMessage("Circuit breaker [x] was opened by hand");
    }

    @Test
    void itHasAStackTraceOnlyIfItIsAskedFor() {
        assertThat(new CircuitBreakerOpenException("x", Phase.OPEN, 1, false).getStackTrace())
                .isEmpty();
        assertThat(new CircuitBreakerOpenException("x", Phase.OPEN, 1, true).getStackTrace())
                .isNotEmpty();
    }
}
