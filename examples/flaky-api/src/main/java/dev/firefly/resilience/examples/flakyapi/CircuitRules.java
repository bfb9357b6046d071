package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges whether the circuit opened for all nodes, was probed one at a time, and closed. */
final class CircuitRules {
    /** A node may be this late, {@code store.max-staleness}; so what opens at the very end cannot be judged. */
    private static final Duration MAX_STALENESS = Duration.ofSeconds(1);

    private final Run run;
    private final List<Opening> openings;
    private final List<Probing> probings;
    private final List<String> complaints = new ArrayList<>();

    private CircuitRules(Run run) {
        this.run = run;
        this.openings = Opening.of(run.entries());
        this.probings = Probing.of(run);
    }

    static List<String> complaints(Run run) {
        CircuitRules rules = new CircuitRules(run);
        rules.opened();
        rules.seen();
        rules.spared();
        rules.probed();
        rules.closed();
        return rules.complaints;
    }

    private void opened() {
        if (openings.isEmpty()) {
            complaints.add("The circuit never opened.");
        }
    }

    private void seen() {
        for (Opening opening : openings) {
            if (opening.at().plus(MAX_STALENESS).isAfter(run.end())) {
                continue;
            }
            for (String node : run.nodes()) {
                if (!opening.isKnownTo(node, MAX_STALENESS)) {
                    complaints.add(node + " neither saw the circuit open nor turned a call away within "
                            + MAX_STALENESS.toSeconds() + " s after " + opening.by() + " had opened it at "
                            + Screen.time(opening.at()) + '.');
                }
            }
        }
    }

    private void spared() {
        for (Opening opening : openings) {
            for (String node : run.nodes()) {
                List<Exchange> strays = run.exchanges().stream()
                        .filter(exchange -> exchange.node().equals(node))
                        .filter(exchange -> opening.rejects(exchange.begun(), MAX_STALENESS))
                        .toList();
                if (!strays.isEmpty()) {
                    complaints.add(node + " sent " + strays.size() + " requests to the API, the first at "
                            + Screen.time(strays.get(0).arrived()) + ", though " + opening.by()
                            + " had opened the circuit at " + Screen.time(opening.at()) + '.');
                }
            }
        }
    }

    private void probed() {
        if (!openings.isEmpty()
                && probings.stream().allMatch(probing -> probing.probes().isEmpty())) {
            complaints.add("No probe ever reached the API after the circuit had opened.");
        }
        for (Probing probing : probings) {
            probing.collision()
                    .ifPresent(pair -> complaints.add("While the circuit was half-open, the API had to answer "
                            + pair.get(0).node() + " and " + pair.get(1).node() + " at the same time, at "
                            + Screen.time(pair.get(1).arrived()) + '.'));
        }
    }

    private void closed() {
        if (openings.isEmpty()) {
            return;
        }
        Optional<Instant> lastClosed = run.entries().stream()
                .filter(entry -> entry.isEvent("CircuitClosed"))
                .map(entry -> entry.message().at())
                .max(Instant::compareTo);
        Instant lastOpened =
                openings.stream().map(Opening::at).max(Instant::compareTo).orElse(Instant.MIN);
        if (lastClosed.isEmpty()) {
            complaints.add("The circuit opened but did not close again.");
        } else if (lastClosed.get().isBefore(lastOpened) && run.wellFor().compareTo(run.timeToClose()) > 0) {
            complaints.add("At the end the circuit was still open, though the API had been well for "
                    + run.wellFor().toSeconds() + " s.");
        }
    }
}
