package dev.firefly.resilience.tck.cluster;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import dev.firefly.resilience.store.StoreStatus;
import dev.firefly.resilience.tck.cluster.ClusterNode.Command;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

/** What a test can ask a node about its store, and have it do below the patterns. */
final class StoreCommands {
    /** A process that did not get on for so long was stopped. */
    private static final long PAUSE_NANOS = 3_000_000_000L;

    private final ResilienceRegistry registry;
    private final PrintStream out;

    StoreCommands(ResilienceRegistry registry, PrintStream out) {
        this.registry = registry;
        this.out = out;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("status", words -> status());
        commands.put(
                "safe",
                words -> "SAFE "
                        + member().getPartitionService().isClusterSafe() + ' '
                        + member().getCluster().getMembers().size());
        commands.put("owned", words -> "OWNED " + owned());
        commands.put("hold", words -> hold(words[1]));
        commands.put(
                "available",
                words -> "AVAILABLE " + registry.rateLimiter(words[1]).availableTokens());
        commands.put(
                "failures",
                words -> "FAILURES " + registry.circuitBreaker(words[1]).state().failureCount());
        commands.put("failAt", words -> {
            registry.circuitBreaker(words[1]).permit().recordFailure();
            return "FAILED";
        });
        commands.put(
                "phase",
                words -> "PHASE " + registry.circuitBreaker(words[1]).state().phase());
    }

    private String status() {
        StoreStatus status = registry.storeStatus();
        return "STATUS " + status.mode() + ' ' + status.registries();
    }

    private static HazelcastInstance member() {
        return Hazelcast.getAllHazelcastInstances().iterator().next();
    }

    /** The name of an instance whose state this member holds. */
    private static String owned() {
        HazelcastInstance member = member();
        return IntStream.range(0, 1000)
                .mapToObj(i -> "held-" + i)
                .filter(name -> member.getCluster()
                        .getLocalMember()
                        .equals(member.getPartitionService().getPartition(name).getOwner()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Takes the lock of a circuit, reads its record, and says so; writes when it finds that it was stopped for a while. The
     * answer is whether that replaced anything, and how many locks had lapsed.
     */
    private String hold(String circuit) {
        boolean[] replaced = new boolean[1];
        String prefix = "firefly:resilience";
        HazelcastStore store = HazelcastStore.over(member(), new Options(prefix, Duration.ofHours(24)));
        boolean locked = store.withLock(prefix + ":circuit-breaker:" + circuit, Duration.ofSeconds(5), entry -> {
            byte[] read = entry.value();
            out.println("HELD");
            awaitPause();
            replaced[0] = overwrite(entry, read);
        });
        long lapsed = store.lapsedLocks();
        store.close();
        return "WOKE " + locked + ' ' + replaced[0] + ' ' + lapsed;
    }

    private static boolean overwrite(ResilienceStore.Entry entry, byte[] read) {
        byte[] other = read.clone();
        other[other.length - 1]++;
        return entry.compareAndReplace(read, other);
    }

    private static void awaitPause() {
        long before = System.nanoTime();
        for (long now = before; now - before < PAUSE_NANOS; now = System.nanoTime()) {
            before = now;
            Thread.onSpinWait();
        }
    }
}
