package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.OWNER;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.record;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.state.RecordFuzz;
import dev.firefly.resilience.store.StoreStatus;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CircuitFuzzTest implements RecordFuzz.Subject<Circuit> {
    private static final CircuitBreakerConfig[] CONFIGS = {
        CircuitBreakerConfig.builder().build(),
        CircuitBreakerConfig.builder()
                .windowDuration(seconds(32))
                .failureRateThreshold(0.5)
                .slowCallDuration(seconds(1))
                .halfOpenMaxCalls(3)
                .halfOpenSuccessThreshold(Integer.MAX_VALUE)
                .build(),
        CircuitBreakerConfig.builder()
                .windowDuration(seconds(60))
                .halfOpenProbeTimeout(seconds(0))
                .build()
    };

    private Circuit another = Circuit.INITIAL;

    @Test
    void whateverLiesThereNeverDoesHarm() {
        RecordFuzz.run(new CircuitType(), this);
    }

    @Override
    public Circuit sample(SplittableRandom random) {
        another = new RandomCircuits(random).next();
        return another;
    }

    @Override
    public void use(Circuit circuit, long now, SplittableRandom random, Consumer<Circuit> made) {
        CircuitBreakerConfig config = CONFIGS[random.nextInt(CONFIGS.length)];
        Rules rules = Rules.of(config, 1);
        assertThat(new Explainer("x", config, rules)
                        .explain(circuit, now, StoreStatus.inMemory())
                        .text())
                .isNotEmpty();
        assertThat(CircuitViews.state(circuit, now, rules).toJson()).isNotEmpty();
        Admission admission =
                CircuitTransitions.admit(circuit, now, rules, OWNER).answer();
        Circuit admitted = CircuitTransitions.admit(circuit, now, rules, OWNER).state();
        made.accept(admitted);
        Outcome[] outcomes = Outcome.values();
        Outcome outcome = outcomes[random.nextInt(outcomes.length)];
        if (admission instanceof Admitted) {
            made.accept(record(rules, admission, outcome).apply(admitted, now).state());
        }
        int times = outcome == Outcome.SUCCESS ? random.nextInt(1, Integer.MAX_VALUE) : 1;
        made.accept(record(rules, circuit.epoch(), outcome, times)
                .apply(circuit, now)
                .state());
        made.accept(record(rules, Admission.ANY_EPOCH, outcome, 1)
                .apply(circuit, now)
                .state());
        if (circuit instanceof HalfOpen half && !half.probes().leases().isEmpty()) {
            long permit = half.probes().leases().get(0).number();
            made.accept(new RecordOutcome(rules, half.epoch(), permit, outcome, 1, rules.openNanos())
                    .apply(half, now)
                    .state());
        }
        made.accept(CircuitTransitions.open(random.nextBoolean() ? SECOND : Long.MAX_VALUE)
                .apply(circuit, now)
                .state());
        made.accept(CircuitTransitions.forceOpen().apply(circuit, now).state());
        made.accept(CircuitTransitions.disable().apply(circuit, now).state());
        made.accept(CircuitTransitions.close().apply(circuit, now).state());
        Circuit past = another.shifted(Math.min(0, now - RecordFuzz.NOW - 1_100 * SECOND));
        made.accept(Severity.severer(circuit, past));
        made.accept(Severity.severer(past, circuit));
    }

    @Override
    public void recover(Circuit circuit, long now) {
        Rules rules = Rules.of(CONFIGS[1], 1);
        if (circuit instanceof HalfOpen) {
            // whoever holds the probes, the circuit is free again when the longest lease is over
            Circuit met = CircuitTransitions.admit(circuit, now, rules, OWNER).state();
            long later = now + CircuitTransitions.LONGEST_FOREIGN_LEASE_NANOS;
            assertThat(CircuitTransitions.admit(met, later, rules, OWNER).answer())
                    .isInstanceOf(Admitted.class);
        }
        Circuit closed = CircuitTransitions.close().apply(circuit, now).state();
        assertThat(closed.phase()).isEqualTo(Phase.CLOSED);
        assertThat(CircuitTransitions.admit(closed, now, rules, OWNER).answer()).isInstanceOf(Admitted.class);
    }
}
