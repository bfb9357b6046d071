package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LimitsTest {
    @Test
    void areThoseOfTheNodes() {
        assertThat(Limits.configured()).isEqualTo(new Limits(8, 40, 80, Duration.ofMillis(500)));
    }
}
