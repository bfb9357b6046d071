package dev.firefly.resilience.tck.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a node has said of its updates, see {@link ChaosLoad}. Thread-safe. */
final class Ledger {
    private final Map<String, Integer> acknowledged = new HashMap<>();
    private final Map<String, Integer> doubtful = new HashMap<>();
    private final List<String> errors = new ArrayList<>();
    private long worstMillis;

    /** Enters a line. */
    synchronized void enter(String line) {
        String[] words = line.split(" ", 3);
        switch (words[1]) {
            case "A" -> acknowledged.merge(words[2], 1, Integer::sum);
            case "D" -> doubtful.merge(words[2], 1, Integer::sum);
            case "B" -> worstMillis = Math.max(worstMillis, Long.parseLong(words[2]));
            default -> errors.add(words[2]);
        }
    }

    /** How many updates were acknowledged, of whatever name. */
    synchronized int acknowledged() {
        return acknowledged.values().stream().mapToInt(Integer::intValue).sum();
    }

    synchronized int acknowledged(String name) {
        return acknowledged.getOrDefault(name, 0);
    }

    synchronized int doubtful(String name) {
        return doubtful.getOrDefault(name, 0);
    }

    /** The longest that a call was kept waiting. */
    synchronized long worstMillis() {
        return worstMillis;
    }

    synchronized List<String> errors() {
        return List.copyOf(errors);
    }
}
