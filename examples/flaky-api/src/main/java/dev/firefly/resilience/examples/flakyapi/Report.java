package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a run came to, in tables. */
final class Report {
    private final Run run;
    private final List<Opening> openings;
    private final List<Probing> probings;

    private Report(Run run) {
        this.run = run;
        this.openings = Opening.of(run.entries());
        this.probings = Probing.of(run);
    }

    static String of(Run run) {
        Report report = new Report(run);
        return String.join("\n", report.calls(), report.propagation(), report.probes(), report.verdict());
    }

    private String calls() {
        Table table = new Table().row(List.of("", "calls", "successes", "failures", "rejections", "fallbacks"));
        for (String node : run.nodes()) {
            table.row(row(node, counter -> counter.applyAsLong(node)));
        }
        table.row(row("all", counter -> run.nodes().stream().mapToLong(counter).sum()));
        return "Calls\n" + table.render()
                + "  A call ends as a success or with a fallback. Failures are the API's answers to single attempts;\n"
                + "  rejections are attempts that the open circuit spared it.\n";
    }

    private List<String> row(String name, ToLongFunction<ToLongFunction<String>> sum) {
        Stream<ToLongFunction<String>> counters = Stream.of(
                node -> run.count(node, Kind.LIVE) + run.count(node, Kind.CACHED) + run.count(node, Kind.BROKEN),
                node -> run.count(node, Kind.LIVE),
                run::countFailures,
                node -> run.countEvents(node, "CallRejected"),
                node -> run.countEvents(node, "FallbackExecuted"));
        return Stream.concat(Stream.of(name), counters.map(counter -> String.valueOf(sum.applyAsLong(counter))))
                .toList();
    }

    private String propagation() {
        List<String> head = new ArrayList<>(List.of("opened at", "by"));
        head.addAll(run.nodes());
        Table table = new Table().row(head);
        for (Opening opening : openings) {
            List<String> row = new ArrayList<>(List.of(Screen.time(opening.at()), opening.by()));
            run.nodes().forEach(node -> row.add(noticed(opening, node)));
            table.row(row);
        }
        return "How long until each node saw the circuit open / first turned a call away, in ms\n" + table.render()
                + summary();
    }

    private static String noticed(Opening opening, String node) {
        String seen = millis(opening.seen().get(node));
        String rejected = millis(opening.rejected().get(node));
        return seen + " / " + rejected;
    }

    private static String millis(@Nullable Duration duration) {
        return duration == null ? "-" : String.format(Locale.ROOT, "%.1f", duration.toNanos() / 1e6);
    }

    private String summary() {
        List<Duration> others = openings.stream()
                .flatMap(opening -> opening.seen().entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(opening.by()))
                        .map(Map.Entry::getValue))
                .sorted()
                .toList();
        return others.isEmpty()
                ? ""
                : "  Nodes that had not opened it themselves saw it after " + millis(others.get(others.size() / 2))
                        + " ms (median), " + millis(others.get(others.size() - 1)) + " ms at the latest.\n";
    }

    private String probes() {
        Map<String, Long> byNode = probings.stream()
                .flatMap(probing -> probing.probes().stream())
                .collect(Collectors.groupingBy(Exchange::node, Collectors.counting()));
        String shares = run.nodes().stream()
                .map(node -> node + ' ' + byNode.getOrDefault(node, 0L))
                .collect(Collectors.joining(", "));
        long closed = probings.stream().filter(Probing::closed).count();
        long probes = byNode.values().stream().mapToLong(Long::longValue).sum();
        boolean together =
                probings.stream().anyMatch(probing -> probing.collision().isPresent());
        return "Probing\n  Half-open " + probings.size() + " times, of which " + closed
                + " ended with the circuit closed."
                + " The API counted " + probes + " probes\n  (" + shares + "), "
                + (together ? "some of them at the same time.\n" : "never two at a time.\n");
    }

    private String verdict() {
        List<String> complaints = Verdict.of(run);
        return complaints.isEmpty()
                ? "All well: the circuit opened, all nodes saw it, one at a time probed it, and it closed again."
                : "Not all well:\n"
                        + complaints.stream().map(text -> "  " + text).collect(Collectors.joining("\n"));
    }
}
