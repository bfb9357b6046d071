package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A circuit as users see it. Pure. */
final class CircuitViews {
    private CircuitViews() {}

    /** What the next call would meet: an open circuit whose wait is over shows as half-open. */
    static BreakerState state(Circuit circuit, long now, Rules rules) {
        Tally tally = tally(circuit, now, rules);
        if (circuit instanceof Open open) {
            return waiting(open.rest(now) > 0 ? Phase.OPEN : Phase.HALF_OPEN, tally, open.openedAt(), open.openFor());
        }
        if (circuit instanceof HalfOpen halfOpen) {
            return waiting(Phase.HALF_OPEN, tally, halfOpen.openedAt(), halfOpen.openFor());
        }
        Optional<Instant> openedAt =
                circuit instanceof ForcedOpen forced ? Optional.of(instant(forced.openedAt())) : Optional.empty();
        return new BreakerState(circuit.phase(), times(tally), tally.failures(), openedAt, Optional.empty());
    }

    private static BreakerState waiting(Phase phase, Tally tally, long openedAt, long openFor) {
        return new BreakerState(
                phase,
                times(tally),
                tally.failures(),
                Optional.of(instant(openedAt)),
                Optional.of(Duration.ofNanos(openFor)));
    }

    /** The figures the circuit is judged by now, or was when it opened. */
    static Tally tally(Circuit circuit, long now, Rules rules) {
        if (circuit instanceof Closed closed) {
            return closed.window().tally(rules, now);
        }
        if (circuit instanceof Open open) {
            return open.trip().tally();
        }
        return circuit instanceof HalfOpen halfOpen ? halfOpen.trip().tally() : Tally.NOTHING;
    }

    private static List<Instant> times(Tally tally) {
        return Arrays.stream(tally.times().toArray())
                .mapToObj(CircuitViews::instant)
                .toList();
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }
}
