package dev.firefly.resilience.circuitbreaker;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A registry on a clock of its own, with a breaker named {@code x} and all events it has announced. */
final class World {
    /** Where circuits are kept. */
    enum Place {
        MEMORY,
        STORE
    }

    /** The number that every chance comes down to. */
    static final double CHANCE = 0.5;

    /** More settings, by their full keys. */
    static final Map<String, String> CLUSTER_EVENTS = Map.of("firefly.resilience.events.cluster", "true");

    final ManualClock clock;
    final FaultyStore store;
    final ResilienceRegistry registry;
    final CircuitBreaker breaker;
    final List<ResilienceEvent> events = new CopyOnWriteArrayList<>();
    final Events.Subscription listening;

    private final Place place;
    private final CircuitBreakerConfig config;

    World(Place place, UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        this(place, settings, Map.of());
    }

    World(Place place, UnaryOperator<CircuitBreakerConfig.Builder> settings, Map<String, String> more) {
        this(place, settings.apply(CircuitBreakerConfig.builder()).build(), more, new ManualClock(), null);
    }

    private World(
            Place place, CircuitBreakerConfig config, Map<String, String> more, ManualClock clock, FaultyStore beside) {
        Map<String, String> values = new HashMap<>(more);
        // nobody is to give up because the machine is busy
        values.put("firefly.resilience.store.lock-block-timeout", "60s");
        this.place = place;
        this.config = config;
        this.clock = clock;
        this.store = beside == null ? new FaultyStore(clock) : beside.join();
        Resilience.Builder parts = Resilience.builder()
                .clock(clock)
                .random(() -> CHANCE)
                .executor(Runnable::run)
                .circuitBreaker("x", config)
                .settings(Settings.of(values, "test"));
        registry = (place == Place.STORE ? parts.store(store) : parts).build();
        breaker = registry.circuitBreaker("x");
        listening = registry.events().subscribe(ResilienceEvent.class, events::add);
    }

    /** Another node beside this one; only in a store can there be one. */
    World otherNode() {
        return otherNode(builder -> builder);
    }

    World otherNode(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        return new World(place, settings.apply(config.toBuilder()).build(), Map.of(), clock, store);
    }

    World otherNode(Map<String, String> more) {
        return new World(place, config, more, clock, store);
    }

    void advance(Duration by) {
        clock.advance(by);
    }

    void advance(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    /**
     * Waits until what was gathered is written: in the store's only lane, another name's second change comes behind it, even
     * if the round before was just ending and only then goes on to the next.
     */
    void writeGathered() {
        clock.advance(Duration.ofMillis(100));
        for (int i = 0; i < 2; i++) {
            registry.circuitBreakers()
                    .close("behind", CircuitBreakerConfig.builder().build());
        }
    }

    Phase phase() {
        return breaker.state().phase();
    }

    /** The events of one type so far. */
    <T> List<T> events(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Giving back happens behind the scenes: asks until a permit is there, which ends with the test's time. */
    Decision awaitPermit() {
        while (true) {
            Decision decision = breaker.permit();
            if (decision.allowed()) {
                return decision;
            }
            Thread.onSpinWait();
        }
    }

    /** Has so many calls fail. */
    void fail(int times) {
        for (int i = 0; i < times; i++) {
            breaker.permit().recordFailure();
        }
    }

    /** Has so many calls succeed. */
    void succeed(int times) {
        for (int i = 0; i < times; i++) {
            breaker.permit().recordSuccess();
        }
    }
}
