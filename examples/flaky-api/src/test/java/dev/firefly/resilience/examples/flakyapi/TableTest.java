package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void alignsTheFirstColumnLeftAndTheOthersRight() {
        assertThat(new Table()
                        .row(List.of("", "calls", "n"))
                        .row(List.of("node-1", "7", "100"))
                        .render())
                .isEqualTo("           calls     n\n  node-1       7   100\n");
    }
}
