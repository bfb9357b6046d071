package dev.firefly.resilience.hazelcast;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Spreads keys over lanes so that a member which hangs delays its own keys only. Each member that owns partitions is
 * given a slot, and each slot is a few lanes, between which the member's partitions are divided. With more members than
 * slots some members share one. Keys whose owner is not known at the moment have lanes apart. Thread-safe.
 */
final class LaneTable {
    static final int SLOTS = 16;
    static final int STRIPES = 4;
    /** One slot more, for keys without a known owner. */
    static final int LANES = (SLOTS + 1) * STRIPES;

    private final Map<UUID, Integer> slots = new ConcurrentHashMap<>();
    private final Supplier<Set<UUID>> members;

    /** @param members who is in the cluster now; those who are not lose their slots to newcomers */
    LaneTable(Supplier<Set<UUID>> members) {
        this.members = members;
    }

    int lane(@Nullable UUID owner, int partition) {
        return (owner == null ? SLOTS : slot(owner)) * STRIPES + Math.floorMod(partition, STRIPES);
    }

    private int slot(UUID owner) {
        Integer slot = slots.get(owner);
        return slot != null ? slot : assign(owner);
    }

    private synchronized int assign(UUID owner) {
        Integer known = slots.get(owner);
        if (known != null) {
            return known;
        }
        Set<Integer> taken = new HashSet<>(slots.values());
        if (taken.size() == SLOTS) {
            slots.keySet().retainAll(members.get());
            taken = new HashSet<>(slots.values());
        }
        int slot = 0;
        while (slot < SLOTS && taken.contains(slot)) {
            slot++;
        }
        int assigned = slot < SLOTS ? slot : Math.floorMod(owner.hashCode(), SLOTS);
        slots.put(owner, assigned);
        return assigned;
    }
}
