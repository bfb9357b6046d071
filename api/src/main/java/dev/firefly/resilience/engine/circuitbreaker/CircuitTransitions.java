package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;

/** Every way in which a circuit can change, apart from {@link RecordOutcome}. The answer of those that steer it: whether anything changed. */
final class CircuitTransitions {
    /**
     * A lease that some other node took may be longer than this node's own while their settings differ, but whatever the
     * record says, it does not hold the circuit up for longer than this from the first call that meets it. A probe that
     * really takes longer loses no more than its say.
     */
    static final long LONGEST_FOREIGN_LEASE_NANOS = 3_600_000_000_000L;

    private CircuitTransitions() {}

    /** A call asks to pass. An open circuit whose wait is over becomes half-open by this, with no timer. */
    static Step<Circuit, Admission> admit(Circuit circuit, long now, Rules rules, String owner) {
        if (circuit instanceof HalfOpen halfOpen) {
            return probe(halfOpen, now, rules, owner);
        }
        if (circuit instanceof Open open) {
            long rest = open.rest(now);
            if (rest > 0) {
                return new Step<>(open, new Refused(Phase.OPEN, open.epoch(), rest));
            }
            HalfOpen begun =
                    new HalfOpen(open.epoch() + 1, open.openedAt(), open.openFor(), open.trip(), Probes.NONE, 0);
            return probe(begun, now, rules, owner);
        }
        if (circuit instanceof ForcedOpen) {
            return new Step<>(circuit, new Refused(Phase.FORCED_OPEN, circuit.epoch(), -1));
        }
        return new Step<>(circuit, new Admitted(circuit.phase(), circuit.epoch(), Admission.NO_PERMIT));
    }

    private static Step<Circuit, Admission> probe(HalfOpen halfOpen, long now, Rules rules, String owner) {
        if (rules.probeNanos() == 0) {
            return new Step<>(halfOpen, new Admitted(Phase.HALF_OPEN, halfOpen.epoch(), Admission.NO_PERMIT));
        }
        long longest = Math.max(rules.probeNanos(), LONGEST_FOREIGN_LEASE_NANOS);
        Probes valid = halfOpen.probes().pruned(now).endingBy(Moments.shifted(now, longest));
        if (valid.leases().size() >= rules.maxProbes()) {
            return new Step<>(
                    halfOpen.with(valid), new Refused(Phase.HALF_OPEN, halfOpen.epoch(), valid.firstEnd() - now));
        }
        return new Step<>(
                halfOpen.with(valid.granted(Moments.shifted(now, rules.probeNanos()), owner)),
                new Admitted(Phase.HALF_OPEN, halfOpen.epoch(), valid.next()));
    }

    /** Opens for so long from now; moves the end of a wait that is under way. */
    static Transition<Circuit, Boolean> open(long openFor) {
        return (circuit, now) -> {
            if (circuit instanceof Open open) {
                long since = Math.max(0, now - open.openedAt());
                return step(
                        circuit, new Open(open.epoch(), open.openedAt(), Moments.shifted(since, openFor), open.trip()));
            }
            return step(circuit, new Open(circuit.epoch() + 1, now, openFor, Trip.BY_HAND));
        };
    }

    static Transition<Circuit, Boolean> forceOpen() {
        return (circuit, now) ->
                step(circuit, circuit instanceof ForcedOpen ? circuit : new ForcedOpen(circuit.epoch() + 1, now));
    }

    static Transition<Circuit, Boolean> disable() {
        return (circuit, now) ->
                step(circuit, circuit instanceof Disabled ? circuit : new Disabled(circuit.epoch() + 1));
    }

    /** Closes with an empty window. The epoch moves on even from closed, so that calls under way do not fill it again. */
    static Transition<Circuit, Boolean> close() {
        return (circuit, now) -> step(
                circuit,
                circuit instanceof Closed closed && closed.window().isEmpty()
                        ? circuit
                        : new Closed(circuit.epoch() + 1, OutcomeWindow.EMPTY));
    }

    private static Step<Circuit, Boolean> step(Circuit before, Circuit next) {
        return new Step<>(next, next != before);
    }
}
