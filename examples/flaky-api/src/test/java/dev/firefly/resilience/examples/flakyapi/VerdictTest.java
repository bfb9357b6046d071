package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictTest {
    @Test
    void hasNothingToSayWhenAllWentWell() {
        assertThat(Verdict.of(Story.allWell().run())).isEmpty();
    }

    @Test
    void missesAnOpening() {
        assertThat(Verdict.of(Story.acted().run())).containsExactly("The circuit never opened.");
    }

    @Test
    void missesANodeThatNeitherSawNorRejected() {
        Story story = Story.acted()
                .opened(10_000, "node-1")
                .saw(10_003, "node-2", 10_000)
                .saw(9_003, "node-3", 9_000)
                .halfOpened(13_000, "node-2")
                .called("node-2", 13_002, 13_032)
                .closed(13_040, "node-2");

        assertThat(Verdict.of(story.run()))
                .singleElement()
                .asString()
                .startsWith("node-3 neither saw the circuit open nor turned a call away within 1 s after node-1");
        assertThat(Verdict.of(story.rejected(10_500, "node-3").run())).isEmpty();
    }

    @Test
    void missesANodeThatSawOrRejectedTooLate() {
        Story story = Story.acted()
                .opened(10_000, "node-1")
                .saw(10_003, "node-2", 10_000)
                .saw(11_001, "node-3", 10_000)
                .rejected(11_002, "node-3")
                .halfOpened(13_000, "node-2")
                .called("node-2", 13_002, 13_032)
                .closed(13_040, "node-2");

        assertThat(Verdict.of(story.run())).singleElement().asString().startsWith("node-3 neither");
    }

    @Test
    void findsRequestsOfANodeThatDoesNotCareForTheOpenCircuit() {
        Story story = Story.allWell()
                .called("node-3", 12_001, 12_020)
                .called("node-3", 12_021, 12_040)
                .called("node-2", 11_001, 11_020);

        assertThat(Verdict.of(story.run()))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .isEqualTo("node-2 sent 1 requests to the API, the first at "
                                        + Screen.time(Story.at(11_001)) + ", though node-1 had opened the circuit at "
                                        + Screen.time(Story.at(10_000)) + '.'),
                        second -> assertThat(second).startsWith("node-3 sent 2 requests"));
    }

    @Test
    void allowsRequestsOfANodeThatIsAboutToSeeTheOpenCircuit() {
        assertThat(Verdict.of(Story.allWell()
                        .called("node-3", 10_999, 11_100)
                        .straggled("node-3", 10_990, 11_300, 11_340)
                        .run()))
                .isEmpty();
    }

    @Test
    void findsMoreRequestsAtOnceThanTheBulkheadAllows() {
        Story story = Story.allWell();
        for (int i = 0; i < 8; i++) {
            story.called("node-1", 20_000 + i, 20_040);
        }

        assertThat(Verdict.of(story.run())).isEmpty();
        assertThat(Verdict.of(story.called("node-2", 20_039, 20_079).run()))
                .containsExactly("The API had to work for 9 callers at once at " + Screen.time(Story.at(20_039))
                        + ", though the bulkhead lets 8 pass.");
    }

    @Test
    void findsMoreRequestsThanTheRateLimiterAllows() {
        Story story = Story.allWell();
        for (int i = 0; i < 80; i++) {
            story.called("node-1", 20_000, 20_000);
        }

        assertThat(Verdict.of(story.run())).isEmpty();
        assertThat(Verdict.of(story.called("node-2", 20_000, 20_000).run()))
                .containsExactly("The API got 81 requests beyond 80/s in a span of time that ended at "
                        + Screen.time(Story.at(20_000)) + ", though the rate limiter lets 40 pass.");
    }

    @ParameterizedTest
    @EnumSource(names = {"ANSWERED", "RECOVERED", "CIRCUIT_OPEN", "RATE_LIMIT", "BULKHEAD_FULL", "TIMEOUT"})
    void missesAGuardThatNeverActed(Outcome outcome) {
        assertThat(Verdict.of(Story.allWellBut(outcome).run()))
                .singleElement()
                .asString()
                .matches("No call .*|The retry never made up for a failure.");
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILED", "STORE"})
    void asksForNothingThatShouldRatherNotHappen(Outcome outcome) {
        assertThat(Verdict.of(Story.allWellBut(outcome).run())).isEmpty();
    }

    @Test
    void missesCallersWhoHangUpWhenTheirTimeIsOver() {
        assertThat(Verdict.of(Story.allWellButHangUps().run()))
                .containsExactly("The API never noticed that the time limiter had ended a request.");
    }

    @Test
    void doesNotTakeTheNextOpeningForThis() {
        Story story = Story.allWell()
                .opened(20_000, "node-1")
                .saw(20_001, "node-2", 20_000)
                .opened(20_500, "node-1")
                .saw(20_501, "node-2", 20_500)
                .rejected(20_502, "node-3")
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
        Story story = Story.acted()
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
        Story story = Story.acted()
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
        Story story = Story.acted()
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
