package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.state.Patience;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A decision with its way back to the circuit; settles at most once. */
final class CircuitDecision implements Decision {
    private final CircuitGate gate;
    private final Rules rules;
    private final Admission admission;
    private final long start;
    private final Patience patience;
    private final AtomicBoolean settled = new AtomicBoolean();

    CircuitDecision(CircuitGate gate, Rules rules, Admission admission, long start, Patience patience) {
        this.gate = gate;
        this.rules = rules;
        this.admission = admission;
        this.start = start;
        this.patience = patience;
    }

    @Override
    public boolean allowed() {
        return admission instanceof Admitted;
    }

    @Override
    public boolean probe() {
        return admission instanceof Admitted admitted && admitted.isProbe();
    }

    @Override
    public Phase reason() {
        return admission.phase();
    }

    @Override
    public long epoch() {
        return admission.epoch();
    }

    @Override
    public Optional<Duration> retryAfter() {
        if (admission instanceof Refused refused) {
            return refused.retryAfter();
        }
        return Optional.of(Duration.ZERO);
    }

    @Override
    public void recordSuccess() {
        settle(gate.success(rules, start));
    }

    @Override
    public void recordFailure() {
        settle(gate.failure(rules, start));
    }

    @Override
    public void release() {
        settle(Outcome.NEUTRAL);
    }

    boolean isSettled() {
        return settled.get();
    }

    private void settle(Outcome outcome) {
        if (admission instanceof Admitted admitted && settled.compareAndSet(false, true)) {
            gate.settle(rules, admitted, outcome, patience);
        }
    }
}
