package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;
import java.util.SplittableRandom;

/** Circuits of all shapes, reached by real outcomes. */
final class RandomCircuits {
    private static final Outcome[] COUNTED = {
        Outcome.SUCCESS, Outcome.SLOW_SUCCESS, Outcome.FAILURE, Outcome.SLOW_FAILURE
    };

    private final SplittableRandom random;

    RandomCircuits(SplittableRandom random) {
        this.random = random;
    }

    Circuit next() {
        long epoch = random.nextLong(1L << random.nextInt(1, 63));
        long at = T0 + random.nextLong(1000 * SECOND);
        long wait = random.nextInt(10) == 0 ? Long.MAX_VALUE : random.nextLong(1000 * SECOND);
        return switch (random.nextInt(5)) {
            case 0 -> new Closed(epoch, window());
            case 1 -> new Open(epoch, at, wait, trip());
            case 2 -> new HalfOpen(epoch, at, wait, trip(), probes(at), random.nextInt(5));
            case 3 -> new ForcedOpen(epoch, at);
            default -> new Disabled(epoch);
        };
    }

    OutcomeWindow window() {
        OutcomeWindow window = OutcomeWindow.EMPTY;
        long now = T0;
        for (int part = random.nextInt(3); part > 0; part--) {
            Rules rules = rules();
            for (int i = random.nextInt(60); i > 0; i--) {
                now += random.nextLong(SECOND);
                window = window.push(COUNTED[random.nextInt(COUNTED.length)], random.nextInt(1, 4), now, rules);
            }
        }
        return window;
    }

    private Rules rules() {
        return Circuits.rules(b -> {
            b.windowSize(random.nextInt(1, 200)).failureThreshold(1);
            if (random.nextBoolean()) {
                b.windowDuration(seconds(random.nextInt(1, 60))).failureThreshold(random.nextInt(1, 8));
            }
            return random.nextBoolean() ? b.failureRateThreshold(0.5) : b;
        });
    }

    private Trip trip() {
        Trip.Cause[] causes = Trip.Cause.values();
        return new Trip(causes[random.nextInt(causes.length)], window().tally(rules(), T0 + 60 * SECOND));
    }

    private Probes probes(long at) {
        Probes probes = Probes.NONE;
        for (int i = random.nextInt(5); i > 0; i--) {
            long until = random.nextInt(20) == 0 ? Long.MAX_VALUE : at + random.nextLong(60 * SECOND);
            probes = probes.granted(until, random.nextBoolean() ? Circuits.OWNER : "n\u00f6de-\u4e16@" + i);
            probes = random.nextInt(3) == 0 ? probes.without(probes.next() - 1) : probes;
        }
        return probes;
    }
}
