package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.state.Cells;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.timelimiter.DeadlineWatch;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a pipeline's own patterns and its fallback are given. Immutable.
 *
 * @param instance the name that all of them bear
 * @param store where they keep their state; null: where the registry does
 * @param environment their clock, chance and events; its cells are the registry's, and nobody here keeps state in them
 */
record Surroundings(
        Places places, String instance, @Nullable ResilienceStore store, Environment environment) {
    Surroundings keepingStateIn(ResilienceStore other) {
        return new Surroundings(places, instance, other, environment);
    }

    Surroundings goingBy(Clock clock) {
        return with(clock, environment.random(), environment.events());
    }

    Surroundings drawingFrom(Randomness random) {
        return with(environment.clock(), random, environment.events());
    }

    Surroundings heardBy(Consumer<? super ResilienceEvent> listener) {
        EventBus events = new EventBus(environment.events());
        events.subscribe(ResilienceEvent.class, listener);
        return with(environment.clock(), environment.random(), events);
    }

    private Surroundings with(Clock clock, Randomness random, EventBus events) {
        return new Surroundings(places, instance, store, environment(clock, random, events, environment.cells()));
    }

    private Environment environment(Clock clock, Randomness random, EventBus events, Cells cells) {
        return new Environment(
                environment.node(),
                clock,
                random,
                events,
                environment.executor(),
                environment.stackTraces(),
                cells,
                environment.clusterEvents());
    }

    /** Whether others than this registry may change the state. */
    boolean isShared() {
        return places.isShared(store);
    }

    /**
     * The environment for a pattern that keeps state, which may have the store opened.
     *
     * @throws StoreUnavailableException when the store cannot be used
     */
    Environment environmentOf(Pattern pattern) {
        Cells cells;
        try {
            cells = places.cells(store, environment.clock());
        } catch (RuntimeException e) {
            throw StoreUnavailableException.unavailable(
                    pattern, instance, String.valueOf(e.getMessage()), e, environment.stackTraces());
        }
        return environment(environment.clock(), environment.random(), environment.events(), cells);
    }

    /** What watches over the time of calls. */
    DeadlineWatch watch() {
        return places.watch(environment.clock());
    }
}
