package dev.firefly.resilience.tck.cluster;

import java.util.List;

/**
 * What came of a plan.
 *
 * @param seed of the plan
 * @param kills members killed
 * @param stops members stopped for a while
 * @param joins members that joined, those that were killed and started again among them
 * @param cuts how often the network was cut in two for a while
 * @param tokens what became of the tokens taken
 * @param failures what became of the failures recorded
 * @param calls that the referee has met
 * @param mostPermits the most calls with a permit at once
 * @param mostProbes the most probes of one half-open episode at once
 * @param worstMillis the longest that a call was kept waiting
 * @param normalMillis how long after the last fault everything was as without any
 * @param errors what must not happen
 */
record ChaosResult(
        long seed,
        int kills,
        int stops,
        int joins,
        int cuts,
        Tally tokens,
        Tally failures,
        int calls,
        int mostPermits,
        int mostProbes,
        long worstMillis,
        long normalMillis,
        List<String> errors) {

    private static final List<String> COLUMNS = List.of(
            "seed",
            "kills",
            "stops",
            "joins",
            "cuts",
            "updates acknowledged",
            "of these lost",
            "tokens in doubt",
            "of these taken",
            "failures in doubt",
            "of these counted",
            "calls of the service",
            "permits at once",
            "probes at once",
            "worst blocking (ms)",
            "back to normal (ms)");

    /** The results as a table. */
    static String table(List<ChaosResult> results) {
        StringBuilder table = new StringBuilder(row(COLUMNS));
        table.append(row(COLUMNS.stream().map(column -> "---").toList()));
        results.forEach(result -> table.append(row(result.cells())));
        return table.toString();
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private List<String> cells() {
        return List.of(
                Long.toString(seed),
                Integer.toString(kills),
                Integer.toString(stops),
                Integer.toString(joins),
                Integer.toString(cuts),
                Integer.toString(tokens.acknowledged() + failures.acknowledged()),
                Integer.toString(tokens.lost() + failures.lost()),
                Integer.toString(tokens.doubtful()),
                Integer.toString(tokens.excess()),
                Integer.toString(failures.doubtful()),
                Integer.toString(failures.excess()),
                Integer.toString(calls),
                Integer.toString(mostPermits),
                Integer.toString(mostProbes),
                Long.toString(worstMillis),
                Long.toString(normalMillis));
    }
}
