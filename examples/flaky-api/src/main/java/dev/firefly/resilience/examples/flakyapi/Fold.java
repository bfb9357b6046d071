package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keeps a stream of events readable: the first of a kind on a node is shown as it is, those of the next second are
 * counted and told in one line. None is left out. Thread-safe.
 */
final class Fold {
    private static final Duration WIDTH = Duration.ofSeconds(1);

    private final Map<String, Map<String, Counter>> nodes = new LinkedHashMap<>();

    private static final class Counter {
        private final Instant shown;
        private int held;

        Counter(Instant shown) {
            this.shown = shown;
        }
    }

    /** Whether to show the event as it is; otherwise it is held back until {@link #take}. */
    synchronized boolean show(String node, String event, Instant now) {
        Map<String, Counter> counters = nodes.computeIfAbsent(node, any -> new LinkedHashMap<>());
        Counter counter = counters.get(event);
        if (counter == null) {
            counters.put(event, new Counter(now));
            return true;
        }
        counter.held++;
        return false;
    }

    /** What was held back of a node, if any of it is due: {@code CallRejected x18, FallbackExecuted x18}. */
    synchronized Optional<String> take(String node, Instant now) {
        Map<String, Counter> counters = nodes.getOrDefault(node, Map.of());
        if (counters.values().stream()
                .noneMatch(counter -> counter.shown.plus(WIDTH).isBefore(now))) {
            return Optional.empty();
        }
        String text = counters.entrySet().stream()
                .filter(entry -> entry.getValue().held > 0)
                .map(entry -> entry.getKey() + " x" + entry.getValue().held)
                .collect(Collectors.joining(", "));
        if (text.isEmpty()) {
            nodes.remove(node);
            return Optional.empty();
        }
        // What goes on is told by a line each second, what has ended is shown anew when it comes back.
        counters.entrySet().removeIf(entry -> entry.getValue().held == 0);
        counters.replaceAll((event, counter) -> new Counter(now));
        return Optional.of(text);
    }
}
