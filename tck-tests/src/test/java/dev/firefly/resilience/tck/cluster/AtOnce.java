package dev.firefly.resilience.tck.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Counts who is in at once, and leaves out nodes that are known to be at fault. Thread-safe. */
final class AtOnce {
    private final Map<String, Integer> in = new HashMap<>();
    private final Set<String> faulty = new HashSet<>();
    private int most;

    synchronized void enter(String node) {
        in.merge(node, 1, Integer::sum);
        int now = in.entrySet().stream()
                .filter(entry -> !faulty.contains(entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
        most = Math.max(most, now);
    }

    synchronized void leave(String node) {
        in.merge(node, -1, Integer::sum);
    }

    /** From now on this node does not count, nor do those calls of it that are in. */
    synchronized void leaveOut(String node) {
        faulty.add(node);
    }

    synchronized int most() {
        return most;
    }
}
