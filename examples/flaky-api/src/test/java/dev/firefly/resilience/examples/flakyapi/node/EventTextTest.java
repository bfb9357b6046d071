package dev.firefly.resilience.examples.flakyapi.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.DeadlineExceeded;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventTextTest {
    @Test
    void saysWhyACallWasTurnedAwayAndWhenToTryAgain() {
        assertThat(rejected(ErrorCode.BULKHEAD_FULL, null)).isEqualTo("BULKHEAD_FULL");
        assertThat(rejected(ErrorCode.RATE_LIMIT_EXCEEDED, Duration.ofMillis(12)))
                .isEqualTo("RATE_LIMIT_EXCEEDED, try again in 12ms");
        assertThat(rejected(ErrorCode.CIRCUIT_OPEN, Duration.ofMillis(2_940)))
                .isEqualTo("CIRCUIT_OPEN, try again in 2.94s");
    }

    @Test
    void saysHowLongACallWasWaitedFor() {
        assertThat(EventText.of(new DeadlineExceeded(
                        Pattern.TIME_LIMITER, "payments", Instant.EPOCH, "node-1", Duration.ofMillis(500))))
                .isEqualTo("no answer within 500ms, the call is interrupted");
    }

    private static String rejected(ErrorCode code, Duration retryAfter) {
        return EventText.of(new CallRejected(
                Pattern.BULKHEAD, "payments", Instant.EPOCH, "node-1", code, Optional.ofNullable(retryAfter)));
    }
}
