package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.StoreDegraded;
import dev.firefly.resilience.event.StoreRecovered;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.store.StoreStatus.Mode;
import dev.firefly.resilience.tck.kit.ManualClock;
import dev.firefly.resilience.tck.kit.RecordingListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** News that the store is down or back may come late and out of order. */
class StoreWatchTest {
    private static final SharedCells.Limits LIMITS = new SharedCells.Limits(
            Duration.ofMillis(500).toNanos(),
            Duration.ofSeconds(1).toNanos(),
            Duration.ofHours(24).toNanos(),
            false,
            OnFailure.LOCAL);

    private final ManualClock clock = new ManualClock();
    private final FaultyStore store = new FaultyStore(clock);
    private final StoreLink link = new StoreLink(store, clock, LIMITS, Runnable::run, 1);
    private final Map<String, FailoverCell<?>> cells = new ConcurrentHashMap<>();
    private final EventBus events = new EventBus();
    private final RecordingListener told = RecordingListener.on(events);
    private final StoreWatch watch = new StoreWatch("node", link, cells, events);
    private final FailoverCell<Numbers> one = cell("one");
    private final FailoverCell<Numbers> other = cell("other");

    private FailoverCell<Numbers> cell(String name) {
        CellKey key = CellKey.of("test", Pattern.BULKHEAD, name);
        FailoverCell<Numbers> cell =
                new FailoverCell<>(key, Numbers.TYPE, link, new Identity("node", 1, store), () -> 2);
        cells.put(key.inStore(), cell);
        return cell;
    }

    private void fail(FailoverCell<?> cell) {
        for (int i = 0; i < Outages.LIMIT; i++) {
            link.failed(Outages.Way.CHANGE, cell.key().inStore(), new IllegalStateException("on purpose"));
        }
    }

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void newsThatTheStoreIsDownIsNotBelievedWhenItIsBackAlready() {
        fail(one);
        link.answered(Outages.Way.CHANGE, one.key().inStore());

        watch.changed(0);

        assertThat(one.parts()).isEqualTo(1);
        assertThat(other.parts()).isEqualTo(1);
        assertThat(told.events()).isEmpty();
    }

    @Test
    void newsThatItIsBackIsNotBelievedWhenItIsDownAgain() {
        link.outages().onChange(watch);
        fail(one);
        watch.changed(0);

        assertThat(one.parts()).isEqualTo(2);
        assertThat(other.parts()).isEqualTo(2);
        assertThat(told.events(StoreDegraded.class)).hasSize(1);
        assertThat(told.events(StoreRecovered.class)).isEmpty();
        assertThat(watch.status(2).mode()).isEqualTo(Mode.DEGRADED);
    }

    @Test
    void aNameWhosePlaceIsFoundToBeDownLaterGoesOnAloneWithItsFirstFailure() {
        fail(one); // nobody is told
        link.outages().onChange(watch);
        assertThat(other.parts()).isEqualTo(1);

        link.failed(Outages.Way.CHANGE, other.key().inStore(), new IllegalStateException("on purpose"));

        assertThat(other.parts()).isEqualTo(2);
    }
}
