package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FoldTest {
    private final Fold fold = new Fold();

    @Test
    void showsTheFirstOfEachKindOnEachNode() {
        assertThat(fold.show("node-1", "CallRejected", Story.at(0))).isTrue();
        assertThat(fold.show("node-1", "CallRejected", Story.at(1))).isFalse();
        assertThat(fold.show("node-1", "RetryAttempted", Story.at(2))).isTrue();
        assertThat(fold.show("node-2", "CallRejected", Story.at(3))).isTrue();
    }

    @Test
    void tellsWhatWasHeldBackWhenASecondHasPassed() {
        fold.show("node-1", "CallRejected", Story.at(0));
        fold.show("node-1", "CallRejected", Story.at(1));
        fold.show("node-1", "CallRejected", Story.at(2));
        fold.show("node-1", "FallbackExecuted", Story.at(3));
        fold.show("node-1", "FallbackExecuted", Story.at(4));

        assertThat(fold.take("node-1", Story.at(1_000))).isEmpty();
        assertThat(fold.take("node-2", Story.at(1_001))).isEmpty();
        assertThat(fold.take("node-1", Story.at(1_001))).contains("CallRejected x2, FallbackExecuted x1");
    }

    @Test
    void goesOnCountingWhatGoesOn() {
        fold.show("node-1", "CallRejected", Story.at(0));
        fold.show("node-1", "CallRejected", Story.at(1));
        fold.take("node-1", Story.at(1_001));

        assertThat(fold.show("node-1", "CallRejected", Story.at(1_002))).isFalse();
        assertThat(fold.take("node-1", Story.at(1_500))).isEmpty();
        assertThat(fold.take("node-1", Story.at(2_002))).contains("CallRejected x1");
    }

    @Test
    void showsAnewWhatComesBackAfterAPause() {
        fold.show("node-1", "CallRejected", Story.at(0));

        assertThat(fold.take("node-1", Story.at(1_001))).isEmpty();
        assertThat(fold.show("node-1", "CallRejected", Story.at(1_002))).isTrue();
    }
}
