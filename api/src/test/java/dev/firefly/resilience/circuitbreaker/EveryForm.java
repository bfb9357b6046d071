package dev.firefly.resilience.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.Form.InFlight;
import dev.firefly.resilience.circuitbreaker.World.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Tests that are run with every form of a call, on a circuit in memory and on one in a store. */
abstract class EveryForm {
    static final Duration WAIT = Duration.ofSeconds(30);

    private final Setup setup;

    record Setup(Form form, Place place) {}

    static Stream<Setup> everyFormInEveryPlace() {
        return Stream.of(Place.values())
                .flatMap(place -> Stream.of(Form.values()).map(form -> new Setup(form, place)));
    }

    EveryForm(Setup setup) {
        this.setup = setup;
    }

    final World world(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        return new World(setup.place, settings);
    }

    final World opened(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        World world = world(settings);
        world.breaker.open(WAIT);
        return world;
    }

    /** Open, and its wait over. */
    final World due(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        World world = opened(settings);
        world.advance(WAIT);
        return world;
    }

    final InFlight begin(World world) {
        return setup.form.begin(world.breaker);
    }

    final List<InFlight> begin(World world, int count) {
        List<InFlight> begun = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            begun.add(begin(world));
        }
        return begun;
    }

    final CircuitBreakerOpenException rejection(World world) {
        try {
            begin(world);
        } catch (CircuitBreakerOpenException e) {
            return e;
        }
        throw new AssertionError("the call was admitted");
    }
}
