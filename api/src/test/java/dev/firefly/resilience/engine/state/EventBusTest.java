package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.Events.Subscription;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.event.StoreDegraded;
import dev.firefly.resilience.event.StoreEvent;
import dev.firefly.resilience.event.StoreRecovered;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EventBusTest {
    private static final StoreRecovered EVENT = new StoreRecovered(Pattern.CIRCUIT_BREAKER, "a", Instant.EPOCH, "node");

    private final EventBus bus = new EventBus();
    private final List<ResilienceEvent> heard = new ArrayList<>();

    private void publish() {
        bus.publish(StoreRecovered.class, () -> EVENT);
    }

    private static StoreRecovered unwanted() {
        throw new AssertionError("built for nobody");
    }

    @Test
    void anEventNobodyListensForIsNotBuilt() {
        bus.publish(StoreRecovered.class, EventBusTest::unwanted);
        bus.subscribe(StoreDegraded.class, heard::add);
        bus.publish(StoreRecovered.class, EventBusTest::unwanted);
        bus.subscribe(StoreEvent.class, heard::add).close();
        bus.publish(StoreRecovered.class, EventBusTest::unwanted);

        assertThat(heard).isEmpty();
    }

    @Test
    void aListenerHearsOfItsTypeAndOfWhateverIsOfItsType() {
        bus.subscribe(StoreRecovered.class, heard::add);
        bus.subscribe(StoreEvent.class, heard::add);
        bus.subscribe(ResilienceEvent.class, heard::add);
        bus.subscribe(StoreDegraded.class, heard::add);

        publish();

        assertThat(heard).containsExactly(EVENT, EVENT, EVENT);
    }

    @Test
    void anEventIsBuiltOnceForAllListeners() {
        List<Object> seen = new ArrayList<>();
        bus.subscribe(StoreRecovered.class, seen::add);
        bus.subscribe(ResilienceEvent.class, seen::add);

        bus.publish(StoreRecovered.class, () -> new StoreRecovered(Pattern.RETRY, "a", Instant.EPOCH, "node"));

        assertThat(seen).hasSize(2);
        assertThat(seen.get(0)).isSameAs(seen.get(1));
    }

    @Test
    void aListenerThatIsSubscribedTwiceHearsOnceUntilBothHandlesAreClosed() {
        Consumer<ResilienceEvent> listener = heard::add;
        Subscription first = bus.subscribe(StoreRecovered.class, listener);
        Subscription second = bus.subscribe(ResilienceEvent.class, listener);

        publish();
        assertThat(heard).hasSize(1);

        first.close();
        first.close();
        publish();
        assertThat(heard).hasSize(2);

        second.close();
        publish();
        assertThat(heard).hasSize(2);
    }

    @Test
    void aListenerThatThrowsIsLoggedAndHarmless() throws Exception {
        bus.subscribe(StoreRecovered.class, event -> {
            throw new IllegalStateException("on purpose");
        });
        bus.subscribe(StoreRecovered.class, event -> {
            throw Failures.<RuntimeException>rethrow(new IOException("checked, on purpose"));
        });
        bus.subscribe(StoreRecovered.class, event -> {
            throw new AssertionError("an error, on purpose");
        });
        bus.subscribe(StoreRecovered.class, heard::add);

        try (LogWatch log = new LogWatch("dev.firefly.resilience.event")) {
            publish();

            assertThat(log.lines()).hasSize(3).allMatch(line -> line.startsWith("WARNING"));
        }
        assertThat(heard).containsExactly(EVENT);
    }

    @Test
    void aListenerMayUnsubscribeItselfWhileItIsTold() {
        Subscription[] own = new Subscription[1];
        own[0] = bus.subscribe(StoreRecovered.class, event -> {
            heard.add(event);
            own[0].close();
        });

        publish();
        publish();

        assertThat(heard).hasSize(1);
    }

    @Test
    void anEventOfAnInnerBusIsBuiltOnceAndHeardThereAndThenOutside() {
        List<String> order = new ArrayList<>();
        EventBus inner = new EventBus(new EventBus(bus));
        bus.subscribe(ResilienceEvent.class, event -> order.add("outside"));
        inner.subscribe(ResilienceEvent.class, event -> order.add("inside"));
        List<Object> built = new ArrayList<>();

        inner.publish(StoreRecovered.class, () -> {
            built.add(EVENT);
            return EVENT;
        });

        assertThat(order).containsExactly("inside", "outside");
        assertThat(built).hasSize(1);
    }

    @Test
    void whatIsPublishedOutsideIsNotHeardInside() {
        new EventBus(bus).subscribe(ResilienceEvent.class, heard::add);

        publish();

        assertThat(heard).isEmpty();
    }

    @Test
    void aListenerOfSeveralBusesHearsOnce() {
        EventBus inner = new EventBus(bus);
        Consumer<ResilienceEvent> listener = heard::add;
        inner.subscribe(StoreEvent.class, listener);
        bus.subscribe(ResilienceEvent.class, listener);

        inner.publish(StoreRecovered.class, () -> EVENT);

        assertThat(heard).containsExactly(EVENT);
    }

    @Test
    void anEventNobodyListensForOnAnyBusIsNotBuilt() {
        EventBus inner = new EventBus(bus);
        bus.subscribe(StoreDegraded.class, heard::add);
        inner.subscribe(StoreDegraded.class, heard::add);

        inner.publish(StoreRecovered.class, EventBusTest::unwanted);

        assertThat(heard).isEmpty();
    }
}
