package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.event.StoreDegraded;
import dev.firefly.resilience.event.StoreEvent;
import dev.firefly.resilience.event.StoreRecovered;
import dev.firefly.resilience.store.StoreStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
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
    private final ReentrantLock telling = new ReentrantLock();
    private @Nullable Outage told;

    /** @param cells by their keys in the store, those that are added later too */
    StoreWatch(String node, StoreLink link, Map<String, FailoverCell<?>> cells, EventBus events) {
        this.node = node;
        this.link = link;
        this.cells = cells;
        this.events = events;
    }

    @Override
    public void changed(int lane) {
        cells.forEach((key, cell) -> {
            if (cell.isSolo() || link.lane(key) == lane) {
                cell.reconsider();
            }
        });
        tell();
    }

    @Override
    public void failedAgain(String key) {
        FailoverCell<?> cell = cells.get(key);
        if (cell != null) {
            cell.reconsider();
        }
    }

    /** Tells what has changed for the store as a whole, if anything has. */
    private void tell() {
        telling.lock();
        try {
            tell(link.outages().longest());
        } finally {
            telling.unlock();
        }
    }

    private void tell(@Nullable Outage now) {
        if (now != null && told == null) {
            told = now;
            LOG.log(
                    Level.WARNING,
                    "The store does not answer (" + now.cause() + "); until it does, calls that need it go by"
                            + " store.on-failure=" + link.onFailure().name().toLowerCase(Locale.ROOT));
            announce(
                    now,
                    StoreDegraded.class,
                    (key, time) -> new StoreDegraded(key.pattern(), key.name(), time, node, now.cause()));
        } else if (now == null && told != null) {
            Outage over = told;
            told = null;
            LOG.log(Level.INFO, "The store answers again");
            announce(
                    over,
                    StoreRecovered.class,
                    (key, time) -> new StoreRecovered(key.pattern(), key.name(), time, node));
        }
    }

    /** Names the instance whose call found out. */
    private <T extends StoreEvent> void announce(Outage outage, Class<T> type, BiFunction<CellKey, Instant, T> event) {
        FailoverCell<?> cell = cells.get(outage.key());
        CellKey key = cell == null ? CellKey.ofRoster("") : cell.key();
        Instant time = Instant.EPOCH.plusNanos(link.now());
        // not on this thread: it is the store's own, and whoever listens may take long
        link.background().execute(() -> events.publish(type, () -> event.apply(key, time)));
    }

    StoreStatus status(int registries) {
        Outage outage = link.outages().longest();
        return link.status(outage == null ? null : outage.cause(), outage, registries);
    }
}
