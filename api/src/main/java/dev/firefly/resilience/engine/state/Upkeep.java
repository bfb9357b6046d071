package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.Outages.Way;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is done for the cells of a store four times per {@code max-staleness}, in the background: names in use are read
 * again, in batches; what members held that have left is given back; this registry stays on the roster.
 */
final class Upkeep {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");
    private static final long SHORTEST_PERIOD_NANOS = 1_000_000;

    private final StoreLink link;
    private final Map<String, SharedCell<?>> cells;
    private final Collection<FailoverCell<?>> failovers;
    private final Registries registries;
    private final Identity identity;
    private final Set<Integer> refreshing = ConcurrentHashMap.newKeySet();
    private final Departures departures = new Departures();
    private Set<String> lastMembers = Set.of();
    private volatile boolean ended;

    /**
     * @param cells by their keys in the store, those that are added later too
     * @param failovers what stands around them, but not around the roster
     */
    Upkeep(
            StoreLink link,
            Map<String, SharedCell<?>> cells,
            Collection<FailoverCell<?>> failovers,
            Registries registries,
            Identity identity) {
        this.failovers = failovers;
        this.identity = identity;
        this.link = link;
        this.cells = cells;
        this.registries = registries;
    }

    void start() {
        link.clock().schedule(Math.max(SHORTEST_PERIOD_NANOS, link.refreshNanos()), this::turn);
    }

    void end() {
        ended = true;
    }

    private void turn() {
        if (ended) {
            return;
        }
        try {
            releaseDeparted();
            if (cells.size() > 1) { // one is the roster itself: whoever keeps no state has no share in anything
                registries.keepUp();
            }
            refreshUsed();
            failovers.stream().filter(FailoverCell::isSolo).forEach(FailoverCell::reconsider);
        } finally {
            start();
        }
    }

    private void releaseDeparted() {
        Set<String> departed = departures.look(members(), link.clock().nanos());
        if (!departed.isEmpty()) {
            LOG.log(Level.INFO, () -> "Members have left the cluster; what they held is given back: " + departed);
            cells.values().forEach(cell -> cell.release(owner -> departed.contains(Identity.memberOf(owner))));
        }
    }

    /** While the store cannot tell, nobody has left. */
    private Set<String> members() {
        try {
            lastMembers = identity.look().all();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, () -> "The store does not tell who its members are", e);
        }
        return lastMembers;
    }

    private void refreshUsed() {
        long now = link.clock().nanos();
        // Before any view is looked at: a refresh that ends meanwhile makes it younger than it is found to be.
        Set<Integer> busy = Set.copyOf(refreshing);
        Map<Integer, List<String>> byLane = new HashMap<>();
        cells.forEach((key, cell) -> {
            if (cell.wantsRefresh(now)) {
                byLane.computeIfAbsent(link.lane(key), lane -> new ArrayList<>())
                        .add(key);
            }
        });
        byLane.forEach((lane, keys) -> {
            if (!busy.contains(lane)) {
                refreshing.add(lane);
                link.readLane(lane, () -> refresh(lane, keys));
            }
        });
    }

    private void refresh(int lane, List<String> keys) {
        try {
            long start = link.clock().nanos();
            Map<String, byte[]> values = link.store().read(keys);
            link.outages().answered(lane, Way.READ);
            for (String key : keys) {
                refresh(key, values.get(key), start);
            }
        } catch (RuntimeException e) {
            link.outages().failed(lane, Way.READ, keys.get(0), e);
            LOG.log(Level.DEBUG, () -> "Could not refresh " + keys.size() + " names", e);
        } finally {
            refreshing.remove(lane);
        }
    }

    private void refresh(String key, byte @Nullable [] value, long start) {
        SharedCell<?> cell = cells.get(key);
        try {
            if (cell != null) {
                cell.refreshed(value, start);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, () -> "Could not refresh " + key, e); // a newer version's record; others go on
        }
    }
}
