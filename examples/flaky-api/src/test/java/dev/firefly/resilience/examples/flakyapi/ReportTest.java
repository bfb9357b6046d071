package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void countsForEachNodeAndForAll() {
        String report = Report.of(Story.allWell()
                .ended(1, "node-1", Outcome.ANSWERED)
                .ended(2, "node-1", Outcome.TIMEOUT)
                .ended(3, "node-3", Outcome.FAILED)
                .threw(4, "node-3")
                .run());

        assertThat(report.lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsSubsequence(
                        "How the calls ended",
                        "node-1 node-2 node-3 all",
                        "answered at once 2 0 0 2",
                        "answered after a retry 0 1 0 1",
                        "fallback: circuit open 0 0 1 1",
                        "fallback: rate limit 0 0 1 1",
                        "fallback: bulkhead full 1 0 0 1",
                        "fallback: timeout 1 1 0 2",
                        "fallback: API failed 0 0 1 1",
                        "fallback: store late 0 0 0 0",
                        "exception 0 0 1 1",
                        "calls 4 2 4 10");
    }

    @Test
    void tellsWhatTheApiSaw() {
        assertThat(Report.of(Story.allWell()
                        .failed("node-1", 13_080, 13_120)
                        .called("node-2", 13_081, 13_121)
                        .run()))
                .contains("""
                        5 requests: 3 answered well, 1 with a failure; 1 whose callers left, as the limit is 500ms.
                          At most 2 at a time, of 8 that the bulkhead allows.
                          At most 2 more than 80/s, in whatever span of time; the rate limiter allows 40, of which some may come
                          late: 80 in all.
                        """);
    }

    @Test
    void tellsWhenEachNodeNoticed() {
        assertThat(Report.of(Story.allWell().run())
                        .lines()
                        .map(line -> line.strip().replaceAll(" +", " ")))
                .contains(Screen.time(Story.at(10_000)) + " node-1 - / - 3.0 / 30.0 4.0 / -")
                .contains(
                        "Nodes that had not opened it themselves saw it after 4.0 ms (median), 4.0 ms at the latest.");
    }

    @Test
    void tellsWhoProbed() {
        assertThat(Report.of(Story.allWell().run()))
                .contains("Half-open 1 times, of which 1 ended with the circuit closed. The API counted 2 probes\n"
                        + "  (node-1 0, node-2 1, node-3 1), never two at a time.");
        assertThat(Report.of(Story.allWell().called("node-1", 13_050, 13_072).run()))
                .contains("some of them at the same time.");
    }

    @Test
    void endsWithTheVerdict() {
        assertThat(Report.of(Story.allWell().run()).lines()).last().asString().startsWith("All well:");
        assertThat(Report.of(Story.acted().run()).lines()).endsWith("Not all well:", "  The circuit never opened.");
    }
}
