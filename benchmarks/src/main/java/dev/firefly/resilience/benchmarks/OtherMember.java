package dev.firefly.resilience.benchmarks;

import dev.firefly.resilience.hazelcast.HazelcastStore;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The second member: joins, says so, and stays until its standard input ends. For every byte it reads there it says how
 * much processor time it has used.
 */
final class OtherMember {
    static final String READY = "ready";
    private static final long JOIN_SECONDS = 60;

    private OtherMember() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        HazelcastStore store = TwoMembers.open(args[0], args[1]);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_SECONDS);
        while (!hasPartitions(store) && System.nanoTime() < end) {
            Thread.sleep(50);
        }
        System.out.println(hasPartitions(store) ? READY : "alone");
        while (System.in.read() >= 0) {
            System.out.println(CpuProfiler.ownNanos());
        }
        Runtime.getRuntime().halt(0);
    }

    private static boolean hasPartitions(HazelcastStore store) {
        var instance = store.instance();
        return instance.getCluster().getMembers().size() == 2
                && instance.getPartitionService().isClusterSafe()
                && instance.getPartitionService().getPartitions().stream()
                        .anyMatch(partition ->
                                instance.getCluster().getLocalMember().equals(partition.getOwner()));
    }
}
