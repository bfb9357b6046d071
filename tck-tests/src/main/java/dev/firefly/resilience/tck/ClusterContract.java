package dev.firefly.resilience.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.store.ResilienceStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** All nodes go by one clock and see one cluster; keys are spread over lanes. */
interface ClusterContract extends StoreNodes {

    @Test
    default void theClockGoesForward() {
        ResilienceStore node = node();
        long first = node.now();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (node.now() <= first && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }

        assertThat(node.now()).isGreaterThan(first);
    }

    @Test
    default void theClockCountsNanosecondsSinceTheEpoch() {
        long wall = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());

        assertThat(node().now() - wall).isBetween(-TimeUnit.DAYS.toNanos(1), TimeUnit.DAYS.toNanos(1));
    }

    @Test
    default void theClocksOfTwoNodesAgree() {
        ResilienceStore one = node();
        ResilienceStore other = node();
        long before = one.now();
        long between = other.now();
        long after = one.now();

        long tolerance = clockTolerance().toNanos();
        assertThat(between).isBetween(before - tolerance, after + tolerance);
    }

    @Test
    default void allNodesSeeTheSameMembers() {
        ResilienceStore one = node();
        ResilienceStore other = node();

        assertThat(one.members().all()).isNotEmpty().isEqualTo(other.members().all());
        assertThat(one.members().self()).isNotBlank().isEqualTo(one.members().self());
        assertThat(other.members().self()).isNotBlank();
    }

    @Test
    default void everyKeyHasALaneAndKeepsIt() {
        ResilienceStore node = node();
        List<String> keys =
                IntStream.range(0, 200).mapToObj(i -> key("lane" + i)).toList();
        List<Integer> lanes = keys.stream().map(node::lane).toList();

        assertThat(node.lanes()).isPositive();
        assertThat(lanes).allMatch(lane -> 0 <= lane && lane < node.lanes());
        assertThat(keys.stream().map(node::lane)).isEqualTo(lanes);
    }
}
