package dev.firefly.resilience.engine.timelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.Allocations;
import dev.firefly.resilience.engine.state.Threads;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class SlotTableTest {
    private final SlotTable table = new SlotTable();

    private Slot claim(long seed) {
        return table.claim(seed, this, 1);
    }

    @Test
    void oneCallAfterTheOtherUsesTheSameSlot() {
        Slot first = claim(7);
        first.release();

        assertThat(claim(7)).isSameAs(first);
    }

    @Test
    void callsAtTheSameTimeNeverShareASlotThoughTheyBeginTheirSearchAtTheSamePlace() {
        Set<Slot> claimed = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 1_000; i++) {
            assertThat(claimed.add(claim(7))).isTrue();
        }

        assertThat(claimed).hasSize(1_000);
        assertThat(Set.of(table.all()).containsAll(claimed)).isTrue();
    }

    @Test
    void theTableGrowsWithTheCallsThatAreThereAtTheSameTimeOnly() {
        for (int i = 0; i < 100_000; i++) {
            claim(i).release();
        }
        assertThat(table.all()).hasSize(64);

        for (int i = 0; i < 10_000; i++) {
            claim(i);
        }
        assertThat(table.all()).hasSizeBetween(10_000, 40_000);
    }

    @Test
    void aSlotStaysInTheTableWhenItGrows() {
        Slot[] before = table.all();
        for (int i = 0; i < 1_000; i++) {
            claim(i);
        }

        assertThat(Arrays.copyOf(table.all(), before.length)).containsExactly(before);
    }

    @Test
    void threadsNeverShareASlotWhileTheTableGrows() throws InterruptedException {
        Set<Slot> claimed = ConcurrentHashMap.newKeySet();
        Threads.together(4, number -> {
            for (int i = 0; i < 5_000; i++) {
                assertThat(claimed.add(claim(i))).isTrue();
            }
        });

        assertThat(claimed).hasSize(20_000);
        assertThat(Set.of(table.all()).containsAll(claimed)).isTrue();
    }

    @Test
    void claimingAndFreeingAllocatesNothing() throws Exception {
        assertThat(Allocations.bytesPerRun(() -> claim(7).release())).isZero();
    }
}
