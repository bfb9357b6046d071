package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.event.StoreDegraded;
import dev.firefly.resilience.event.StoreRecovered;
import dev.firefly.resilience.store.StoreStatus;
import dev.firefly.resilience.store.StoreStatus.Mode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Has cells go by the outage policy while their part of the store is down, and tells the log and the listeners: when the
 * first part goes down, and when the last is back.
 */
final class StoreWatch implements Outages.Listener {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");

    private final String node;
    private final StoreLink link;
    private final Map<String, FailoverCell<?>> cells;
    private final EventBus events;
    private @Nullable Outage told;

    /** @param cells by their keys in the store, those that are added later too */
    StoreWatch(String node, StoreLink link, Map<String, FailoverCell<?>> cells, EventBus events) {
        this.node = node;
        this.link = link;
        this.cells = cells;
        this.events = events;
    }

    /** A cell is new: its part of the store may be down already. */
    void begin(FailoverCell<?> cell) {
        int lane = link.lane(cell.key().inStore());
        Outage outage = link.outages().of(lane);
        if (outage != null) {
            cell.down(lane, outage.cause());
            if (link.outages().of(lane) == null) {
                cell.up(lane);
            }
        }
    }

    @Override
    public void down(int lane, Outage outage) {
        cells.forEach((key, cell) -> {
            if (link.lane(key) == lane || key.equals(outage.key())) {
                cell.down(lane, outage.cause());
            }
        });
        if (isFirst(outage)) {
            LOG.log(
                    Level.WARNING,
                    "The store does not answer (" + outage.cause() + "); until it does, calls that need it go by"
                            + " store.on-failure=" + link.onFailure().name().toLowerCase(java.util.Locale.ROOT));
            announce(outage, true);
        }
    }

    private synchronized boolean isFirst(Outage outage) {
        boolean first = told == null;
        told = first ? outage : told;
        return first;
    }

    @Override
    public void up(int lane) {
        cells.values().forEach(cell -> cell.up(lane));
        Outage over = ended();
        if (over != null) {
            LOG.log(Level.INFO, "The store answers again");
            announce(over, false);
        }
    }

    /** What was told of and is over, all of it; null when there is none. */
    private synchronized @Nullable Outage ended() {
        if (link.outages().longest() != null) {
            return null;
        }
        Outage over = told;
        told = null;
        return over;
    }

    /** The events name the instance whose call found out. */
    private void announce(Outage outage, boolean down) {
        FailoverCell<?> cell = cells.get(outage.key());
        CellKey key = cell == null ? CellKey.ofRoster("") : cell.key();
        Instant time = Instant.EPOCH.plusNanos(link.now());
        if (down) {
            events.publish(
                    StoreDegraded.class,
                    () -> new StoreDegraded(key.pattern(), key.name(), time, node, outage.cause()));
        } else {
            events.publish(StoreRecovered.class, () -> new StoreRecovered(key.pattern(), key.name(), time, node));
        }
    }

    StoreStatus status(int registries) {
        Outage outage = link.outages().longest();
        return new StoreStatus(
                outage == null ? Mode.SHARED : Mode.DEGRADED,
                link.onFailure(),
                registries,
                Optional.ofNullable(outage).map(begun -> Instant.EPOCH.plusNanos(begun.sinceNanos())),
                Optional.ofNullable(outage).map(Outage::cause));
    }
}
