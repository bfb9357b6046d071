package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void countsForEachNodeAndForAll() {
        String report = Report.of(Story.allWell()
                .succeeded(1, "node-1")
                .succeeded(2, "node-1")
                .failed("node-1", 3, 33)
                .fellBack(40, "node-1")
                .succeeded(5, "node-3")
                .run());

        assertThat(report.lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsSubsequence(
                        "calls successes failures rejections fallbacks",
                        "node-1 3 2 1 0 1",
                        "node-2 0 0 0 1 0",
                        "node-3 1 1 0 0 0",
                        "all 4 3 1 1 1");
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
        assertThat(Report.of(new Story().run()).lines()).endsWith("Not all well:", "  The circuit never opened.");
    }
}
