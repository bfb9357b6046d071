package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrafficTest {
    private static final Limits LIMITS = new Limits(8, 40, 100, Duration.ofMillis(500));

    @Test
    void findsTheMomentAtWhichMostCallersWait() {
        Traffic traffic = traffic(new Story()
                .called("node-3", 300, 340)
                .called("node-1", 0, 100)
                .called("node-2", 50, 150)
                .called("node-1", 90, 110));

        assertThat(traffic.atOnce()).isEqualTo(3);
        assertThat(traffic.atOnceAt()).isEqualTo(Story.at(90));
    }

    @Test
    void countsNoCallerWhoLeavesWhenAnotherComes() {
        assertThat(traffic(new Story().called("node-1", 50, 100).called("node-2", 100, 150))
                        .atOnce())
                .isOne();
    }

    @Test
    void countsNobodyWhoHungUp() {
        assertThat(traffic(new Story().hungUp("node-1", 0, 480).called("node-2", 481, 700))
                        .atOnce())
                .isOne();
    }

    @Test
    void countsNobodyLongerThanTheTimeLimit() {
        Story story = new Story().straggled("node-1", 0, 10, 530);

        assertThat(traffic(story.called("node-2", 499, 510)).atOnce()).isEqualTo(2);
        assertThat(traffic(new Story().straggled("node-1", 0, 10, 530).called("node-2", 501, 540))
                        .atOnce())
                .isOne();
    }

    @Test
    void countsNobodyWhoHadLeftBeforeTheRequestArrived() {
        assertThat(traffic(new Story().straggled("node-1", 0, 600, 640).called("node-2", 610, 620))
                        .atOnce())
                .isOne();
    }

    @Test
    void findsTheSpanWithMostRequestsBeyondTheRate() {
        Story story = new Story().called("node-1", 0, 1).called("node-1", 1, 2);
        for (int i = 0; i < 20; i++) {
            story.called("node-2", 10_000 + i * 5, 10_001);
        }

        Traffic traffic = traffic(story.called("node-3", 20_000, 20_001));

        assertThat(traffic.burst()).isCloseTo(20 - 9.5, within(1e-9));
        assertThat(traffic.burstAt()).isEqualTo(Story.at(10_095));
    }

    @Test
    void hasNothingToTellOfNoRequest() {
        assertThat(traffic(new Story()).atOnce()).isZero();
        assertThat(traffic(new Story()).burst()).isZero();
    }

    private static Traffic traffic(Story story) {
        return Traffic.of(story.run().exchanges(), LIMITS);
    }
}
