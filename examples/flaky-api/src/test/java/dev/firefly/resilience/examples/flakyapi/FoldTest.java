package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import org.junit.jupiter.api.Test;

class FoldTest {
    private final Fold fold = new Fold();

    @Test
    void takesTheFirstOfEachKindInATurnForNews() {
        fold.turn();

        assertThat(fold.isNews("RetryAttempted")).isTrue();
        assertThat(fold.isNews("RetryAttempted")).isFalse();
        assertThat(fold.isNews("DeadlineExceeded")).isTrue();

        fold.turn();

        assertThat(fold.isNews("RetryAttempted")).isTrue();
    }

    @Test
    void takesNothingForNewsBeforeTheFirstTurn() {
        assertThat(fold.isNews("RetryAttempted")).isFalse();
    }

    @Test
    void tellsTheCallsOfTwoSecondsInOneLine() {
        fold.count(Outcome.ANSWERED, Story.at(0));
        fold.count(Outcome.TIMEOUT, Story.at(1));
        fold.count(Outcome.RECOVERED, Story.at(2));
        fold.count(Outcome.BULKHEAD_FULL, Story.at(3));
        fold.count(Outcome.BULKHEAD_FULL, Story.at(4));

        assertThat(fold.take(Story.at(1_999))).isEmpty();
        assertThat(fold.take(Story.at(2_000)))
                .contains("2 answered (1 after a retry), 3 by the fallback (2 bulkhead full, 1 timeout)");
    }

    @Test
    void beginsAnewWhenItHasTold() {
        fold.count(Outcome.ANSWERED, Story.at(0));
        fold.take(Story.at(2_000));

        assertThat(fold.take(Story.at(9_000))).isEmpty();

        fold.count(Outcome.ANSWERED, Story.at(3_000));

        assertThat(fold.take(Story.at(4_999))).isEmpty();
        assertThat(fold.take(Story.at(5_000))).contains("1 answered, 0 by the fallback");
    }
}
