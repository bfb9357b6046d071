package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.ResilienceStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps state in a store that a cluster shares, and this node's views of it fresh. */
public final class SharedCells implements Cells {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");

    private static final long SHORTEST_PERIOD_NANOS = 1_000_000;

    private final String prefix;
    private final String owner;
    private final StoreLink link;
    private final Map<String, SharedCell<?>> cells = new ConcurrentHashMap<>();
    private final Set<Integer> refreshing = ConcurrentHashMap.newKeySet();
    private final ResilienceStore.Watch watch;
    private final Companions companions = new Companions();
    private final Departures departures = new Departures();
    private Set<String> lastMembers = Set.of();
    private volatile boolean closed;

    /**
     * How long things may take; all in nanoseconds.
     *
     * @param lockBlock how long one call waits for the store in all
     * @param maxStaleness how old a view may be
     * @param idleTtl after how long without use a record may disappear
     * @param stackTraces whether what cells throw carries a stack trace
     */
    public record Limits(long lockBlock, long maxStaleness, long idleTtl, boolean stackTraces) {}

    /**
     * @param prefix the beginning of all keys
     * @param node the name of this registry
     * @param writer a number no other registry writes under
     * @param executor runs listeners and whatever else follows from changes
     */
    public SharedCells(
            ResilienceStore store,
            String prefix,
            String node,
            long writer,
            Limits limits,
            Clock clock,
            Executor executor) {
        this.prefix = prefix;
        this.owner = node + '@' + store.members().self();
        this.link = new StoreLink(store, clock, limits, executor, writer);
        this.watch = store.watch((key, value) -> {
            SharedCell<?> cell = cells.get(key);
            if (cell != null) {
                cell.changed(value);
            }
        });
        scheduleRefresh();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public <C> C companion(Pattern pattern, String name, Class<C> type, Supplier<C> maker) {
        return companions.get(pattern, name, type, maker);
    }

    @Override
    @SuppressWarnings("unchecked") // a pattern has one type of state
    public <S> Cell<S> cell(Pattern pattern, String name, StateType<S> type) {
        CellKey key = CellKey.of(prefix, pattern, name);
        return (Cell<S>) cells.computeIfAbsent(key.inStore(), any -> new SharedCell<>(key, type, link));
    }

    @Override
    public String owner() {
        return owner;
    }

    private void scheduleRefresh() {
        link.clock().schedule(Math.max(SHORTEST_PERIOD_NANOS, link.maxStalenessNanos() / 4), this::refresh);
    }

    private void refresh() {
        if (closed) {
            return;
        }
        try {
            releaseDeparted();
            refreshUsed();
        } finally {
            scheduleRefresh();
        }
    }

    private void releaseDeparted() {
        Set<String> departed = departures.look(members(), link.clock().nanos());
        if (!departed.isEmpty()) {
            LOG.log(Level.INFO, () -> "Members have left the cluster; what they held is given back: " + departed);
            cells.values().forEach(cell -> cell.release(owner -> departed.contains(memberOf(owner))));
        }
    }

    /** While the store cannot tell, nobody has left. */
    private Set<String> members() {
        try {
            lastMembers = link.store().members().all();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, () -> "The store does not tell who its members are", e);
        }
        return lastMembers;
    }

    private static String memberOf(String owner) {
        return owner.substring(owner.lastIndexOf('@') + 1);
    }

    private void refreshUsed() {
        long now = link.clock().nanos();
        Map<Integer, List<String>> byLane = new HashMap<>();
        cells.forEach((key, cell) -> {
            if (cell.wantsRefresh(now)) {
                byLane.computeIfAbsent(link.lane(key), lane -> new ArrayList<>())
                        .add(key);
            }
        });
        byLane.forEach((lane, keys) -> {
            if (refreshing.add(lane)) {
                link.readLane(lane, () -> refresh(lane, keys));
            }
        });
    }

    private void refresh(int lane, List<String> keys) {
        try {
            long start = link.clock().nanos();
            Map<String, byte[]> values = link.store().read(keys);
            for (String key : keys) {
                refresh(key, values.get(key), start);
            }
        } catch (RuntimeException e) {
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

    @Override
    public void close() {
        closed = true;
        cells.values().forEach(cell -> cell.release(owner::equals));
        long start = System.nanoTime();
        while (System.nanoTime() - start < link.lockBlockNanos()
                && !cells.values().stream().allMatch(SharedCell::isIdle)) {
            LockSupport.parkNanos(1_000_000);
        }
        watch.close();
        link.close();
    }
}
