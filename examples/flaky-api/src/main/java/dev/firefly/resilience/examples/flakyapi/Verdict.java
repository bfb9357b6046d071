package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.util.ArrayList;
import java.util.List;

/** Judges a run: did the guards do all that they are meant to do? */
final class Verdict {
    private Verdict() {}

    /** What is not as it should be, a sentence each; empty if all is well. */
    static List<String> of(Run run) {
        List<String> complaints = new ArrayList<>();
        complaints.addAll(LimitRules.complaints(run));
        complaints.addAll(CircuitRules.complaints(run));
        complaints.addAll(ActionRules.complaints(run));
        complaints.addAll(thrown(run));
        return List.copyOf(complaints);
    }

    private static List<String> thrown(Run run) {
        List<String> complaints = new ArrayList<>();
        for (String node : run.nodes()) {
            long broken = run.count(node, Kind.BROKEN);
            if (broken > 0) {
                String example = run.entries().stream()
                        .filter(entry -> entry.node().equals(node) && entry.is(Kind.BROKEN))
                        .map(entry -> entry.message().text())
                        .findFirst()
                        .orElse("");
                complaints.add(broken + " calls of " + node + " threw in spite of their fallback, first: " + example);
            }
        }
        return complaints;
    }
}
