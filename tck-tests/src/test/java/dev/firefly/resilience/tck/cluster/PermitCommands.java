package dev.firefly.resilience.tck.cluster;

import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.tck.cluster.ClusterNode.Command;
import java.util.Map;

/** What a test can have a node do with a bulkhead. */
final class PermitCommands {
    private final Bulkhead bulkhead;

    PermitCommands(Bulkhead bulkhead) {
        this.bulkhead = bulkhead;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("take", words -> take(Integer.parseInt(words[1])));
        commands.put("giveBack", words -> giveBack());
    }

    /** Takes as many permits as it gets, at most so many, and keeps them. */
    private String take(int most) {
        int taken = 0;
        while (taken < most && bulkhead.tryAcquire().isPresent()) {
            taken++;
        }
        return "TAKEN " + taken;
    }

    private String giveBack() {
        int given = 0;
        while (bulkhead.release()) {
            given++;
        }
        return "GIVEN " + given;
    }
}
