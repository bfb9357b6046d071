package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void hasNothingToSayWhenAllWentWell() {
        assertThat(Verdict.of(Story.allWell().run())).isEmpty();
    }

    @Test
    void missesAnOpening() {
        assertThat(Verdict.of(new Story().succeeded(5, "node-1").run())).containsExactly("The circuit never opened.");
    }

    @Test
    void missesANodeThatNeitherSawNorRejected() {
        Story story = new Story()
                .opened(10_000, "node-1")
                .saw(10_003, "node-2", 10_000)
                .saw(9_003, "node-3", 9_000)
                .halfOpened(13_000, "node-2")
                .called("node-2", 13_002, 13_032)
                .closed(13_040, "node-2");

        assertThat(Verdict.of(story.run()))
                .singleElement()
                .asString()
                .startsWith("node-3 neither saw the circuit open nor turned a call away after node-1");
        assertThat(Verdict.of(story.rejected(10_500, "node-3").run())).isEmpty();
    }

    @Test
    void doesNotTakeARejectionOfTheNextOpeningForOneOfThis() {
        Story story = Story.allWell()
                .opened(20_000, "node-1")
                .saw(20_001, "node-2", 20_000)
                .opened(23_000, "node-1")
                .saw(23_001, "node-2", 23_000)
                .rejected(23_002, "node-3")
                .closed(27_000, "node-1");

        assertThat(Verdict.of(story.run())).singleElement().asString().startsWith("node-3 neither");
    }

    @Test
    void doesNotJudgeWhatOpenedInTheLastMoment() {
        assertThat(Verdict.of(Story.allWell()
                        .opened(39_500, "node-1")
                        .wellFor(Duration.ZERO)
                        .run()))
                .isEmpty();
    }

    @Test
    void missesProbes() {
        Story story = new Story()
                .opened(10_000, "node-1")
                .rejected(10_001, "node-2")
                .rejected(10_001, "node-3")
                .closed(13_000, "node-1");

        assertThat(Verdict.of(story.run()))
                .containsExactly("No probe ever reached the API after the circuit had opened.");
    }

    @Test
    void findsTwoNodesThatProbeAtOnce() {
        assertThat(Verdict.of(Story.allWell().called("node-1", 13_050, 13_072).run()))
                .singleElement()
                .asString()
                .contains("node-1", "node-3", "at the same time");
    }

    @Test
    void takesNoCallForAProbeThatHadPassedWhileTheCircuitWasClosed() {
        assertThat(Verdict.of(Story.allWell()
                        .straggled("node-1", 9_000, 13_050, 13_072)
                        .run()))
                .isEmpty();
    }

    @Test
    void findsACallThatComesBesideAProbeAndOutlivesIt() {
        assertThat(Verdict.of(Story.allWell().called("node-1", 13_050, 13_300).run()))
                .singleElement()
                .asString()
                .contains("at the same time");
    }

    @Test
    void welcomesCallsOfManyNodesOnceTheCircuitIsClosed() {
        assertThat(Verdict.of(Story.allWell()
                        .called("node-1", 13_076, 13_110)
                        .called("node-2", 13_077, 13_111)
                        .run()))
                .isEmpty();
    }

    @Test
    void forgivesAClockThatIsAMillisecondOrTwoOff() {
        Story story = new Story()
                .opened(10_000, "node-1")
                .rejected(10_001, "node-2")
                .rejected(10_001, "node-3")
                .halfOpened(13_003, "node-2")
                .called("node-2", 13_002, 13_032)
                .called("node-1", 13_033, 13_063)
                .called("node-3", 13_033, 13_063)
                .closed(13_034, "node-2");

        assertThat(Verdict.of(story.run())).isEmpty();
    }

    @Test
    void missesTheClosing() {
        Story story = new Story()
                .opened(10_000, "node-1")
                .rejected(10_001, "node-2")
                .rejected(10_001, "node-3")
                .halfOpened(13_000, "node-2")
                .called("node-2", 13_002, 13_032);

        assertThat(Verdict.of(story.run())).containsExactly("The circuit opened but did not close again.");
    }

    @Test
    void wantsTheCircuitClosedAtTheEndOnlyIfTheApiWasWellForLongEnough() {
        Story story = Story.allWell()
                .opened(30_000, "node-1")
                .rejected(30_001, "node-2")
                .rejected(30_001, "node-3");

        assertThat(Verdict.of(story.wellFor(Duration.ofSeconds(5)).run())).isEmpty();
        assertThat(Verdict.of(story.wellFor(Duration.ofSeconds(6)).run()))
                .containsExactly("At the end the circuit was still open, though the API had been well for 6 s.");
    }

    @Test
    void countsCallsThatThrewInSpiteOfTheirFallback() {
        assertThat(Verdict.of(Story.allWell()
                        .threw(20_000, "node-2")
                        .threw(20_001, "node-2")
                        .run()))
                .containsExactly("2 calls of node-2 threw in spite of their fallback, first: told");
    }
}
