package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.node.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Judges whether each of the guards had something to do, and did it. */
final class ActionRules {
    private static final Map<Outcome, String> MISSING = new EnumMap<>(Map.of(
            Outcome.ANSWERED, "No call was answered at once.",
            Outcome.RECOVERED, "The retry never made up for a failure.",
            Outcome.CIRCUIT_OPEN, "No call ended with the fallback because the circuit was open.",
            Outcome.RATE_LIMIT, "No call ended with the fallback because of the rate limiter.",
            Outcome.BULKHEAD_FULL, "No call ended with the fallback because the bulkhead was full.",
            Outcome.TIMEOUT, "No call ended with the fallback because of the time limiter."));

    private ActionRules() {}

    static List<String> complaints(Run run) {
        List<String> complaints = new ArrayList<>();
        MISSING.forEach((outcome, text) -> {
            if (run.nodes().stream().allMatch(node -> run.count(node, outcome) == 0)) {
                complaints.add(text);
            }
        });
        if (run.hungUp() == 0) {
            complaints.add("The API never noticed that the time limiter had ended a request.");
        }
        return complaints;
    }
}
