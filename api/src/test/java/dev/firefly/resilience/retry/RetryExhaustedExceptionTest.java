package dev.firefly.resilience.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetryExhaustedExceptionTest {
    @Test
    void itSaysHowOftenAndWhy() {
        RetryExhaustedException exhausted =
                new RetryExhaustedException("orders", 2, "max-attempts is reached", new IOException());

        assertThat(exhausted)
                .hasMessage("Retry [orders] gave up after 2 attempts: max-attempts is reached")
                .hasCauseInstanceOf(IOException.class);
        assertThat(exhausted.attempts()).isEqualTo(2);
        assertThat(exhausted.pattern()).contains(Pattern.RETRY);
        assertThat(exhausted.retryAfter()).isEmpty();
    }

    @Test
    void itHandsOnTheRetryAfterOfItsCause() {
        ResilienceException cause =
                new ResilienceException(ErrorCode.BULKHEAD_FULL, Pattern.BULKHEAD, "orders", "full", null, false) {
                    @Override
                    public Optional<Duration> retryAfter() {
                        return Optional.of(Duration.ofSeconds(5));
                    }
                };

        assertThat(new RetryExhaustedException("orders", 1, "max-attempts is reached", cause).retryAfter())
                .contains(Duration.ofSeconds(5));
    }
}
