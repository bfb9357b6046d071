package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneTableTest {
    private final Set<UUID> members = new HashSet<>();
    private final LaneTable lanes = new LaneTable(() -> members);

    @Test
    void aMemberHasFewLanesWhichNoOtherMemberUses() {
        Set<Integer> seen = new HashSet<>();
        for (int member = 0; member < LaneTable.SLOTS; member++) {
            Set<Integer> own = lanesOf(join());
            assertThat(own).hasSize(LaneTable.STRIPES).noneMatch(seen::contains);
            seen.addAll(own);
        }
        assertThat(lanesOf(null)).hasSize(LaneTable.STRIPES).noneMatch(seen::contains);
        seen.addAll(lanesOf(null));
        assertThat(seen).hasSize(LaneTable.LANES).allMatch(lane -> 0 <= lane && lane < LaneTable.LANES);
    }

    @Test
    void aMemberKeepsItsLanes() {
        UUID member = join();
        Set<Integer> before = lanesOf(member);
        join();

        assertThat(lanesOf(member)).isEqualTo(before);
    }

    @Test
    void theLanesOfTheDepartedAreGivenToNewcomersWhenNoneIsLeft() {
        UUID first = join();
        Set<Integer> lanesOfFirst = lanesOf(first);
        IntStream.range(1, LaneTable.SLOTS).forEach(i -> lanesOf(join()));
        members.remove(first);

        assertThat(lanesOf(join())).isEqualTo(lanesOfFirst);
    }

    @Test
    void membersBeyondTheSlotsShareThem() {
        IntStream.range(0, LaneTable.SLOTS).forEach(i -> lanesOf(join()));
        UUID oneTooMany = join();

        assertThat(lanesOf(oneTooMany))
                .isEqualTo(lanesOf(oneTooMany))
                .allMatch(lane -> lane < LaneTable.SLOTS * LaneTable.STRIPES);
    }

    @Test
    void partitionsMayBeUnknown() {
        assertThat(lanes.lane(null, -7)).isBetween(0, LaneTable.LANES - 1);
    }

    private UUID join() {
        UUID member = UUID.randomUUID();
        members.add(member);
        return member;
    }

    private Set<Integer> lanesOf(UUID member) {
        Set<Integer> own = new HashSet<>();
        IntStream.range(0, 271).forEach(partition -> own.add(lanes.lane(member, partition)));
        return own;
    }
}
