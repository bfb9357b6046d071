package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpeningTest {
    @Test
    void tellsHowLongEachNodeTookToNotice() {
        List<Opening> openings = Opening.of(new Story()
                .opened(1_000, "node-1")
                .saw(1_003, "node-2", 1_000)
                .rejected(1_040, "node-2")
                .rejected(1_020, "node-2")
                .rejected(900, "node-3")
                .run()
                .entries());

        assertThat(openings).singleElement().satisfies(opening -> {
            assertThat(opening.at()).isEqualTo(Story.at(1_000));
            assertThat(opening.by()).isEqualTo("node-1");
            assertThat(opening.seen()).isEqualTo(Map.of("node-2", Duration.ofMillis(3)));
            assertThat(opening.rejected()).isEqualTo(Map.of("node-2", Duration.ofMillis(20)));
            assertThat(opening.isKnownTo("node-1", Duration.ZERO)).isTrue();
            assertThat(opening.isKnownTo("node-2", Duration.ofMillis(3))).isTrue();
            assertThat(opening.isKnownTo("node-2", Duration.ofMillis(2))).isFalse();
            assertThat(opening.isKnownTo("node-3", Duration.ofDays(1))).isFalse();
        });
    }

    @Test
    void takesNoRejectionOfAnotherGuardForOneOfTheCircuit() {
        List<Opening> openings = Opening.of(new Story()
                .opened(1_000, "node-1")
                .rejected(1_001, "node-2", ErrorCode.BULKHEAD_FULL)
                .rejected(1_002, "node-2", ErrorCode.RATE_LIMIT_EXCEEDED)
                .rejected(1_003, "node-3", ErrorCode.CIRCUIT_OPEN)
                .run()
                .entries());

        assertThat(openings.get(0).rejected()).isEqualTo(Map.of("node-3", Duration.ofMillis(3)));
    }

    @Test
    void lastsUntilTheNextStepOfTheCircuit() {
        assertThat(Opening.of(new Story()
                        .opened(1_000, "node-1")
                        .halfOpened(4_000, "node-2")
                        .opened(4_050, "node-2")
                        .closed(8_000, "node-2")
                        .opened(9_000, "node-3")
                        .run()
                        .entries()))
                .extracting(Opening::until)
                .containsExactly(Story.at(4_000), Story.at(8_000), Instant.MAX);
    }

    @Test
    void putsThemInOrderThoughTheirNewsOvertookOneAnother() {
        List<Opening> openings = Opening.of(new Story()
                .opened(4_000, "node-2")
                .opened(1_000, "node-1")
                .rejected(1_500, "node-3")
                .rejected(4_500, "node-3")
                .run()
                .entries());

        assertThat(openings).extracting(Opening::by).containsExactly("node-1", "node-2");
        assertThat(openings)
                .extracting(opening -> opening.rejected().get("node-3"))
                .containsExactly(Duration.ofMillis(500), Duration.ofMillis(500));
    }

    @Test
    void neverTellsOfANodeThatSawItBeforeItHappened() {
        List<Opening> openings = Opening.of(new Story()
                .opened(1_000, "node-1")
                .saw(999, "node-2", 1_000)
                .run()
                .entries());

        assertThat(openings.get(0).seen()).containsEntry("node-2", Duration.ZERO);
    }
}
