package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.examples.flakyapi.Scoreboard.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A time during which the circuit was half-open, and who called the API in it. That comes from the API itself, which
 * knows nothing of circuits.
 *
 * @param start when it began
 * @param by the node that began it
 * @param end when the circuit closed or opened again; the end of the run if it did neither
 * @param closed whether it closed
 * @param probes the requests that began, came and went in that time
 * @param strays the requests that came in that time and went later
 */
record Probing(Instant start, String by, Instant end, boolean closed, List<Exchange> probes, List<Exchange> strays) {
    /** The store's clock counts whole milliseconds, and a node's idea of it may be off by one or two. */
    private static final Duration CLOCKS_AGREE = Duration.ofMillis(5);

    /** All of them, in the order in which they were announced. */
    static List<Probing> of(Run run) {
        List<Entry> transitions = run.entries().stream()
                .filter(entry -> Stream.of("CircuitOpened", "CircuitHalfOpened", "CircuitClosed")
                        .anyMatch(entry::isEvent))
                // Each node's come in order; those of several nodes may overtake one another on their way here.
                .sorted(Comparator.comparing(entry -> entry.message().at()))
                .toList();
        List<Probing> found = new ArrayList<>();
        for (int i = 0; i < transitions.size(); i++) {
            if (transitions.get(i).isEvent("CircuitHalfOpened")) {
                Optional<Entry> next =
                        i + 1 < transitions.size() ? Optional.of(transitions.get(i + 1)) : Optional.empty();
                found.add(of(transitions.get(i), next, run));
            }
        }
        return found;
    }

    /** Two requests that the API had to work on at the same time, one of them a probe; empty if there are none. */
    Optional<List<Exchange>> collision() {
        for (Exchange probe : probes) {
            Optional<Exchange> other = Stream.concat(probes.stream(), strays.stream())
                    .filter(candidate -> candidate != probe)
                    .filter(candidate -> candidate.arrived().isBefore(probe.left())
                            && probe.arrived().isBefore(candidate.left()))
                    .findFirst();
            if (other.isPresent()) {
                return Optional.of(List.of(probe, other.get()));
            }
        }
        return Optional.empty();
    }

    private static Probing of(Entry halfOpened, Optional<Entry> next, Run run) {
        Instant start = halfOpened.message().at();
        Instant end = next.map(entry -> entry.message().at()).orElse(run.end());
        boolean closed = next.filter(entry -> entry.isEvent("CircuitClosed")).isPresent();
        List<Exchange> probes = new ArrayList<>();
        List<Exchange> strays = new ArrayList<>();
        for (Exchange exchange : run.exchanges()) {
            // A call that had passed while the circuit was closed is no probe, however late it arrives.
            if (!exchange.begun().isBefore(start.minus(CLOCKS_AGREE))
                    && exchange.arrived().isBefore(end)) {
                // The last probe is answered before the circuit takes its next step.
                boolean answered = exchange.left().isBefore(end.plus(CLOCKS_AGREE));
                (answered ? probes : strays).add(exchange);
            }
        }
        return new Probing(start, halfOpened.node(), end, closed, List.copyOf(probes), List.copyOf(strays));
    }
}
