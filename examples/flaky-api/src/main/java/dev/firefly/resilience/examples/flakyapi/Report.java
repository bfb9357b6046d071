package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
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
        return String.join(
                "\n", report.calls(), report.traffic(), report.propagation(), report.probes(), report.verdict());
    }

    private String calls() {
        List<String> head = new ArrayList<>(List.of(""));
        head.addAll(run.nodes());
        head.add("all");
        Table table = new Table().row(head);
        for (Outcome outcome : Outcome.values()) {
            String name = (outcome.isAnswer() ? "answered " : "fallback: ") + outcome.label();
            table.row(row(name, node -> run.count(node, outcome)));
        }
        table.row(row("exception", node -> run.count(node, Kind.BROKEN)));
        table.row(row("calls", node -> run.count(node, Kind.CALL) + run.count(node, Kind.BROKEN)));
        return "How the calls ended\n" + table.render();
    }

    private List<String> row(String name, ToLongFunction<String> counter) {
        List<String> cells = new ArrayList<>(List.of(name));
        run.nodes().forEach(node -> cells.add(String.valueOf(counter.applyAsLong(node))));
        cells.add(String.valueOf(run.nodes().stream().mapToLong(counter).sum()));
        return cells;
    }

    private String traffic() {
        Limits limits = run.limits();
        Traffic traffic = Traffic.of(run.exchanges(), limits);
        long failed = run.exchanges().stream()
                .filter(exchange -> exchange.failed() && !exchange.hungUp())
                .count();
        return String.format(
                Locale.ROOT,
                """
                What the API saw, by its own record
                  %d requests: %d answered well, %d with a failure; %d whose callers left, as the limit is %s.
                  At most %d at a time, of %d that the bulkhead allows.
                  At most %.0f more than %.0f/s, in whatever span of time; the rate limiter allows %d, of which some may come
                  late: %.0f in all.
                """,
                run.exchanges().size(),
                run.exchanges().size() - failed - run.hungUp(),
                failed,
                run.hungUp(),
                Durations.format(limits.timeout()),
                traffic.atOnce(),
                limits.atOnce(),
                traffic.burst(),
                limits.rate(),
                limits.burst(),
                LimitRules.mostAtABurst(limits));
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
                ? "All well: every guard acted, no limit was exceeded, and the circuit opened for all, was probed by one"
                        + " at a time and closed."
                : "Not all well:\n"
                        + complaints.stream().map(text -> "  " + text).collect(Collectors.joining("\n"));
    }
}
