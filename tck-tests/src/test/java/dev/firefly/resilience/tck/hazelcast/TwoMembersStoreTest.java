package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.tck.StoreContract;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TwoMembersStoreTest extends StoreContract {
    private static TestCluster cluster;
    private int opened;

    @BeforeAll
    static void startCluster() {
        cluster = TestCluster.of(2);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Override
    protected ResilienceStore open() {
        return HazelcastStore.over(cluster.member(opened++ % 2), TestCluster.OPTIONS);
    }

    @Test
    void bothSeeBoth() {
        ResilienceStore one = node();
        ResilienceStore other = node();

        assertThat(one.members().self()).isNotEqualTo(other.members().self());
        assertThat(one.members().all())
                .containsExactlyInAnyOrder(one.members().self(), other.members().self());
    }

    @Test
    void keysOfDifferentMembersNeverShareALane() {
        ResilienceStore node = node();
        Map<UUID, Set<Integer>> lanes = IntStream.range(0, 500)
                .mapToObj(i -> "name" + i)
                .collect(Collectors.groupingBy(
                        TwoMembersStoreTest::owner,
                        Collectors.mapping(
                                name -> node.lane("firefly:resilience:bulkhead:" + name), Collectors.toSet())));

        assertThat(lanes).hasSize(2);
        assertThat(lanes.values().stream().mapToInt(Set::size).sum())
                .isEqualTo(
                        lanes.values().stream().flatMap(Set::stream).distinct().count())
                .isGreaterThan(2);
    }

    private static UUID owner(String name) {
        return cluster.member(0)
                .getPartitionService()
                .getPartition(name)
                .getOwner()
                .getUuid();
    }
}
