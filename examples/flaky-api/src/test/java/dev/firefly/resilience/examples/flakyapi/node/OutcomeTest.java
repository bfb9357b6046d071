package dev.firefly.resilience.examples.flakyapi.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.ResilienceException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void isFoundByTheFailureThatWasReplaced() {
        assertThat(Outcome.of(new IOException("HTTP 503"))).isEqualTo(Outcome.FAILED);
        assertThat(Outcome.of(refusal(ErrorCode.CIRCUIT_OPEN))).isEqualTo(Outcome.CIRCUIT_OPEN);
        assertThat(Outcome.of(refusal(ErrorCode.RATE_LIMIT_EXCEEDED))).isEqualTo(Outcome.RATE_LIMIT);
        assertThat(Outcome.of(refusal(ErrorCode.BULKHEAD_FULL))).isEqualTo(Outcome.BULKHEAD_FULL);
        assertThat(Outcome.of(refusal(ErrorCode.CALL_TIMEOUT))).isEqualTo(Outcome.TIMEOUT);
        assertThat(Outcome.of(refusal(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT))).isEqualTo(Outcome.STORE);
    }

    private static ResilienceException refusal(ErrorCode code) {
        return new ResilienceException(code, null, "payments", "refused", null, false) {};
    }
}
