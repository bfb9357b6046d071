package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.bulkhead.World.Place;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Tests that are run with every form of a call, on a bulkhead in memory and on one in a store. */
abstract class EveryForm {
    static final Duration LONG_WAIT = Duration.ofMinutes(10);

    private final Setup setup;

    record Setup(Form form, Place place) {}

    static Stream<Setup> everyFormInEveryPlace() {
        return Stream.of(Place.values())
                .flatMap(place -> Stream.of(Form.values()).map(form -> new Setup(form, place)));
    }

    EveryForm(Setup setup) {
        this.setup = setup;
    }

    final World world(UnaryOperator<BulkheadConfig.Builder> settings) {
        return new World(setup.place, settings);
    }

    /** With a long time to wait. */
    final World waitingWorld(UnaryOperator<BulkheadConfig.Builder> settings) {
        return world(b -> settings.apply(b.maxWait(LONG_WAIT)));
    }

    final Call start(World world) {
        return setup.form.start(world.bulkhead);
    }

    final Call start(StoredBulkhead bulkhead) {
        return setup.form.start(bulkhead);
    }

    /** Starts a call under a deadline. */
    final Call start(World world, Deadline deadline) {
        return deadline.with(() -> setup.form.start(world.bulkhead));
    }

    final Call begin(World world) {
        Call call = start(world).awaitBegun();
        world.awaitQuiet();
        return call;
    }

    /** Starts a call that waits behind so many others. */
    final Call startBehind(World world, int others) {
        Call call = start(world);
        world.awaitWaiting(others + 1);
        return call;
    }
}
