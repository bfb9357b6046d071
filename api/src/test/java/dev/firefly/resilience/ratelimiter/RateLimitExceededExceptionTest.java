package dev.firefly.resilience.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitExceededExceptionTest {
    @Test
    void itSaysWhichLimiterAndWhenToTryAgain() {
        RateLimitExceededException rejected = new RateLimitExceededException("orders", 1_500_000_000, false);

        assertThat(rejected).hasMessage("Rate limiter [orders] has no token in time; try again in 1.5s");
        assertThat(rejected.retryAfter()).contains(Duration.ofMillis(1_500));
        assertThat(rejected.code()).isEqualTo(ErrorCode.RATE_LIMIT_EXCEEDED);
        assertThat(rejected.pattern()).contains(Pattern.RATE_LIMITER);
        assertThat(rejected.instance()).isEqualTo("orders");
        assertThat(rejected.retryable()).isTrue();
        assertThat(rejected.getStackTrace()).isEmpty();
    }

    @Test
    void aStackTraceIsFilledInWhereItIsAskedFor() {
        assertThat(new RateLimitExceededException("orders", 1, true).getStackTrace())
                .isNotEmpty();
    }

    @Test
    void anInterruptionIsItsCause() {
        InterruptedException interruption = new InterruptedException();

        RateLimitExceededException rejected = new RateLimitExceededException("orders", 0, interruption, false);

        assertThat(rejected).hasCause(interruption).hasMessageContaining("was interrupted while it waited");
        assertThat(rejected.retryAfter()).contains(Duration.ZERO);
    }

    @Test
    void aTimeToWaitIsNeverNegative() {
        assertThat(new RateLimitExceededException("orders", -1, false).retryAfter())
                .contains(Duration.ZERO);
    }
}
