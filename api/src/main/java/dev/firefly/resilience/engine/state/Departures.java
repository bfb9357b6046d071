package dev.firefly.resilience.engine.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Notices which members have left the cluster, so that their leases can be given back: at once, and once more a while
 * later, when writes that were under way from them have arrived or never will. Whoever was never seen as a member, a client
 * of the cluster for instance, does not leave. Not thread-safe.
 */
final class Departures {
    /** Longer than a cluster takes to notice that a member does not answer. */
    private static final long AGAIN_NANOS = 15_000_000_000L;

    private Set<String> present = Set.of();
    private final Map<String, Long> again = new HashMap<>();

    /**
     * Compares with the last look.
     *
     * @param members the members now
     * @param now nanoseconds on this node's clock
     * @return those whose leases are to be given back
     */
    Set<String> look(Set<String> members, long now) {
        again.keySet().removeAll(members); // back again: what they hold now is theirs
        Set<String> due = new HashSet<>();
        again.entrySet().removeIf(entry -> entry.getValue() <= now && due.add(entry.getKey()));
        for (String member : present) {
            if (!members.contains(member)) {
                due.add(member);
                again.put(member, now + AGAIN_NANOS);
            }
        }
        present = members;
        return due;
    }
}
