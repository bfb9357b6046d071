package dev.firefly.resilience.examples.flakyapi.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.RetryAttempted;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetriesTest {
    private final Retries retries = new Retries();

    @Test
    void tellsOfARetryOnce() {
        assertThat(retries.take()).isFalse();

        retry();

        assertThat(retries.take()).isTrue();
        assertThat(retries.take()).isFalse();
    }

    @Test
    void keepsTheThreadsApart() throws InterruptedException {
        Thread other = new Thread(this::retry);
        other.start();
        other.join();

        assertThat(retries.take()).isFalse();
    }

    private void retry() {
        retries.note(new RetryAttempted(
                Pattern.RETRY, "payments", Instant.EPOCH, "node-1", 1, Duration.ZERO, Optional.empty()));
    }
}
