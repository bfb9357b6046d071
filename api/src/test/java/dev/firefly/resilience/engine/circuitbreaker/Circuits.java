package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Short ways to write down circuits and what happens to them. */
final class Circuits {
    static final long T0 = ManualClock.START;
    static final long SECOND = 1_000_000_000L;
    static final String OWNER = "node@member";

    private Circuits() {}

    static Rules rules(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        return Rules.of(settings.apply(CircuitBreakerConfig.builder()).build(), 1);
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    /** Closed, after so many outcomes of one kind. */
    static Closed closed(Rules rules, Outcome outcome, int times, long now) {
        return new Closed(0, OutcomeWindow.EMPTY.push(outcome, times, now, rules));
    }

    static Open open(long epoch, long openedAt, long openFor) {
        return new Open(epoch, openedAt, openFor, new Trip(Trip.Cause.FAILURES, Tally.NOTHING));
    }

    static Step<Circuit, Admission> admit(Circuit circuit, long now, Rules rules) {
        return CircuitTransitions.admit(circuit, now, rules, OWNER);
    }

    /** A half-open circuit with so many probes out, taken at that time. */
    static HalfOpen halfOpen(int probes, long now, Rules rules) {
        Circuit circuit = open(1, now - SECOND, SECOND);
        for (int i = 0; i < probes; i++) {
            circuit = admit(circuit, now, rules).state();
        }
        return (HalfOpen) circuit;
    }

    static RecordOutcome record(Rules rules, Admission admission, Outcome outcome) {
        return new RecordOutcome(
                rules, admission.epoch(), ((Admitted) admission).permit(), outcome, 1, rules.openNanos());
    }

    static RecordOutcome record(Rules rules, long epoch, Outcome outcome, int times) {
        return new RecordOutcome(rules, epoch, Admission.NO_PERMIT, outcome, times, rules.openNanos());
    }

    static byte[] encoded(Circuit circuit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            new CircuitType().encode(circuit, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
