package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Tests that are run with every form of a call, on a bucket in memory and on one in a store. */
abstract class EveryForm {
    private final Setup setup;

    record Setup(Form form, Place place) {}

    static Stream<Setup> everyFormInEveryPlace() {
        return Stream.of(Place.values())
                .flatMap(place -> Stream.of(Form.values()).map(form -> new Setup(form, place)));
    }

    EveryForm(Setup setup) {
        this.setup = setup;
    }

    final World world(UnaryOperator<RateLimiterConfig.Builder> settings) {
        return new World(setup.place, settings);
    }

    /** Begins a call whose result is how long after the beginning of the test its body ran. */
    final CompletableFuture<Duration> begin(World world) {
        long start = ManualClock.START;
        return setup.form.begin(world.limiter, () -> Duration.ofNanos(world.clock.nanos() - start));
    }

    /** As {@link #begin}, made on the calling thread to its end where the form is to block. */
    final CompletableFuture<Duration> beginHere(World world) {
        long start = ManualClock.START;
        return setup.form.beginHere(world.limiter, () -> Duration.ofNanos(world.clock.nanos() - start));
    }

    /** Begins a call that is to wait, as the so-manyth. */
    final CompletableFuture<Duration> beginToWait(World world, int number) throws InterruptedException {
        CompletableFuture<Duration> call = begin(world);
        world.waits.awaitWaiting(number);
        return call;
    }

    /** When the body of a call ran, which needs not wait any more. */
    static Duration ran(CompletableFuture<Duration> call) {
        try {
            return call.get(1, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw new AssertionError("the call failed", e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Makes a call that passes at once. */
    final void pass(World world) {
        ran(begin(world));
    }

    static RateLimitExceededException rejection(CompletableFuture<?> call) {
        try {
            throw new AssertionError("the call was admitted: " + call.get(1, TimeUnit.MINUTES));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RateLimitExceededException rejected) {
                return rejected;
            }
            throw new AssertionError("another failure", e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    final RateLimitExceededException rejectedOnThisThread(World world) {
        return rejection(beginHere(world));
    }

    /** Makes a call that is turned away. */
    final RateLimitExceededException rejected(World world) {
        return rejection(begin(world));
    }
}
