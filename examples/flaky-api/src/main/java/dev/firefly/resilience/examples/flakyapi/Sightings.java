package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gathers which nodes have seen the circuit open, until all have. Thread-safe. */
final class Sightings {
    private final List<String> nodes;
    private final Map<Instant, Map<String, Duration>> openings = new HashMap<>();
    private final List<Sighting> complete = new ArrayList<>();

    /**
     * All nodes have seen it.
     *
     * @param at when the last of them did
     * @param text how long it took each of them
     */
    record Sighting(Instant at, String text) {}

    Sightings(List<String> nodes) {
        this.nodes = nodes;
    }

    /** A node has seen it open. */
    synchronized void add(String node, Instant openedAt, Instant at) {
        Map<String, Duration> seen = openings.computeIfAbsent(openedAt, any -> new TreeMap<>());
        seen.put(node, Duration.between(openedAt, at));
        if (seen.keySet().containsAll(nodes)) {
            complete.add(sighting(openedAt, seen));
        }
    }

    /** What has become known since this was last asked. */
    synchronized List<Sighting> take() {
        List<Sighting> news = List.copyOf(complete);
        complete.clear();
        return news;
    }

    private static Sighting sighting(Instant openedAt, Map<String, Duration> seen) {
        Duration last = seen.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
        String text = seen.entrySet().stream()
                .map(entry -> entry.getKey() + " after " + millis(entry.getValue()))
                .collect(Collectors.joining(", ", "the circuit is seen open: ", ""));
        return new Sighting(openedAt.plus(last), text);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", Math.max(0, duration.toNanos() / 1e6));
    }
}
