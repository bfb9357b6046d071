package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long a call may wait. */
class TermsTest {
    private static final Duration TIMEOUT = Duration.ofNanos(1_000);

    private static long boundUnder(Duration deadline, Duration timeout) {
        Terms terms = Terms.of(RateLimiterConfig.builder().timeout(timeout).build(), 1);
        try (Deadline.Scope scope = Deadline.open(new ManualClock(), deadline)) {
            return terms.boundNanos();
        }
    }

    @Test
    void withoutADeadlineTheTimeoutRules() {
        assertThat(Terms.of(RateLimiterConfig.builder().timeout(TIMEOUT).build(), 1)
                        .boundNanos())
                .isEqualTo(1_000);
    }

    @Test
    void aWaitEndsBeforeTheDeadline() {
        assertThat(boundUnder(Duration.ofNanos(1_001), TIMEOUT)).isEqualTo(1_000);
        assertThat(boundUnder(Duration.ofNanos(1_000), TIMEOUT)).isEqualTo(999);
        assertThat(boundUnder(Duration.ofNanos(1), TIMEOUT)).isZero();
        assertThat(boundUnder(Duration.ZERO, TIMEOUT)).isZero();
    }

    @Test
    void whoeverDoesNotWaitNeedsNoDeadline() {
        assertThat(boundUnder(Duration.ofNanos(500), Duration.ZERO)).isZero();
    }
}
