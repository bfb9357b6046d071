package dev.firefly.resilience.tck.cluster;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.partition.InternalPartition;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.store.StoreStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The member that owns a key is stopped, as by a long pause of its machine. */
class HungOwnerIT {
    private static final Duration LOCK_BLOCK = Duration.ofMillis(500);
    private static final int CALLS = 12;

    @Test
    void callsOnItsKeysWaitNoLongerThanTheyMayAndOthersAreNotSlowed() throws Exception {
        try (Nodes nodes = new Nodes(3)) {
            NodeProcess owner = nodes.start(0, 2).get(0);
            try (ResilienceRegistry registry = registry(nodes.settings(2))) {
                HazelcastInstance member =
                        Hazelcast.getAllHazelcastInstances().iterator().next();
                await().atMost(Duration.ofSeconds(60)).until(() -> isSettled(member));
                UUID hung = uuidAt(member, nodes.settings(0).get("hazelcast.port"));
                List<CircuitBreaker> hit = breakers(registry, member, hung, true);
                List<CircuitBreaker> spared = breakers(registry, member, hung, false);
                owner.signal("STOP");
                try {
                    List<Call> slow = failingCalls(hit);
                    List<Call> quick = failingCalls(spared);
                    report(slow, quick);
                    assertThat(slow).hasSize(CALLS).allMatch(call -> call.millis <= 2 * LOCK_BLOCK.toMillis());
                    assertThat(slow)
                            .filteredOn(call -> call.millis > LOCK_BLOCK.toMillis() + 100)
                            .hasSizeLessThanOrEqualTo(CALLS / 4);
                    assertThat(quick.get(CALLS / 2).millis).isLessThan(LOCK_BLOCK.toMillis() / 4);
                    assertThat(quick)
                            .allMatch(call -> call.refusal == null)
                            .allMatch(call -> call.breaker.explain().store().mode() == StoreStatus.Mode.SHARED);
                    // One may be held up by a busy machine; a call that waits for the stopped member does so every
                    // time.
                    List<CircuitBreaker> heldUp = quick.stream()
                            .filter(call -> call.millis >= LOCK_BLOCK.toMillis())
                            .map(Call::breaker)
                            .toList();
                    assertThat(failingCalls(heldUp)).allMatch(call -> call.millis < LOCK_BLOCK.toMillis());
                } finally {
                    owner.signal("CONT");
                }
            }
        }
    }

    private static ResilienceRegistry registry(Map<String, String> settings) {
        Map<String, String> full = new TreeMap<>();
        settings.forEach((key, value) -> full.put(Settings.PREFIX + key, value));
        full.put(Settings.PREFIX + "store.lock-block-timeout", LOCK_BLOCK.toMillis() + "ms");
        return Resilience.builder().settings(Settings.of(full, "test")).build();
    }

    /** Whether every member owns its part of the keys, so that none of them moves any more. */
    private static boolean isSettled(HazelcastInstance member) {
        Map<UUID, Long> owned = member.getPartitionService().getPartitions().stream()
                .filter(partition -> partition.getOwner() != null)
                .collect(groupingBy(partition -> partition.getOwner().getUuid(), counting()));
        long share = member.getPartitionService().getPartitions().size() / 3;
        return owned.size() == 3
                && owned.values().stream().allMatch(count -> count >= share)
                && member.getPartitionService().isClusterSafe();
    }

    private static UUID uuidAt(HazelcastInstance member, String port) {
        return member.getCluster().getMembers().stream()
                .filter(other -> Integer.toString(other.getAddress().getPort()).equals(port))
                .findFirst()
                .orElseThrow()
                .getUuid();
    }

    /** Breakers that have been used, so that this node has seen their records; on the member, or with no copy there. */
    private static List<CircuitBreaker> breakers(
            ResilienceRegistry registry, HazelcastInstance member, UUID uuid, boolean owned) {
        List<CircuitBreaker> chosen = IntStream.range(0, 1000)
                .mapToObj(i -> "service-" + i)
                .filter(name -> owned ? isOwner(member, name, uuid) : !holdsCopy(member, name, uuid))
                .limit(CALLS)
                .map(registry::circuitBreaker)
                .toList();
        chosen.forEach(breaker -> breaker.permit().recordFailure());
        return chosen;
    }

    private static boolean isOwner(HazelcastInstance member, String name, UUID uuid) {
        return member.getPartitionService()
                .getPartition(name)
                .getOwner()
                .getUuid()
                .equals(uuid);
    }

    private static boolean holdsCopy(HazelcastInstance member, String name, UUID uuid) {
        int id = member.getPartitionService().getPartition(name).getPartitionId();
        InternalPartition partition = ((HazelcastInstanceProxy) member)
                .getOriginal()
                .node
                .getPartitionService()
                .getPartition(id);
        return IntStream.range(0, 2)
                .anyMatch(replica -> partition.getReplica(replica) != null
                        && partition.getReplica(replica).uuid().equals(uuid));
    }

    /** A failing call, and what it was turned away with, if it was. */
    private record Call(
            CircuitBreaker breaker, long millis, @Nullable RuntimeException refusal) {}

    /** One failing call on each, all at the same time; the quickest first. */
    private static List<Call> failingCalls(List<CircuitBreaker> breakers) throws InterruptedException {
        Queue<Call> calls = new ConcurrentLinkedQueue<>();
        List<Thread> callers = breakers.stream()
                .map(breaker -> new Thread(() -> calls.add(failingCall(breaker))))
                .toList();
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
        return calls.stream().sorted(comparingLong(Call::millis)).toList();
    }

    private static Call failingCall(CircuitBreaker breaker) {
        long start = System.nanoTime();
        RuntimeException refusal = null;
        try {
            breaker.permit().recordFailure();
        } catch (RuntimeException e) {
            refusal = e;
        }
        return new Call(breaker, (System.nanoTime() - start) / 1_000_000, refusal);
    }

    private static void report(List<Call> slow, List<Call> quick) {
        System.out.println("A failing call took (ms) on keys of the stopped member " + millis(slow) + ", on others "
                + millis(quick));
    }

    private static List<Long> millis(List<Call> calls) {
        return calls.stream().map(Call::millis).toList();
    }
}
