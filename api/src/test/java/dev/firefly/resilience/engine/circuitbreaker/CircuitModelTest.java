package dev.firefly.resilience.engine.circuitbreaker;

import static dev.firefly.resilience.engine.circuitbreaker.Circuits.OWNER;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.SECOND;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.T0;
import static dev.firefly.resilience.engine.circuitbreaker.Circuits.encoded;
import static org.assertj.core.api.Assertions.fail;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random histories of a circuit, step by step beside the plainest implementation there is. */
class CircuitModelTest {
    private static final int STEPS = 120;
    private static final Outcome[] OUTCOMES = Outcome.values();

    /** Windows span 32 s and time moves in whole seconds, so that a bucket never holds outcomes of two moments. */
    private static final Duration SPAN = Duration.ofSeconds(32);

    /** Each kind with the number of a hundred it begins at. */
    private static final Map<Kind, Integer> WEIGHTS = new EnumMap<>(Map.of(
            Kind.ADMIT, 0,
            Kind.RECORD, 35,
            Kind.RECORD_ANY, 70,
            Kind.WAIT, 75,
            Kind.OPEN, 92,
            Kind.FORCE_OPEN, 94,
            Kind.DISABLE, 96,
            Kind.CLOSE, 98));

    private enum Kind {
        ADMIT,
        RECORD,
        RECORD_ANY,
        WAIT,
        OPEN,
        FORCE_OPEN,
        DISABLE,
        CLOSE
    }

    private record Op(Kind kind, int number, Outcome outcome) {
        static Op random(SplittableRandom random) {
            int dice = random.nextInt(100);
            Kind kind = Kind.ADMIT;
            for (Kind next : WEIGHTS.keySet()) {
                if (dice >= WEIGHTS.get(next)) {
                    kind = next;
                }
            }
            return new Op(kind, random.nextInt(1000), OUTCOMES[random.nextInt(OUTCOMES.length)]);
        }
    }

    @Test
    void everyHistoryAgreesWithTheNaiveCircuit() {
        Seeds.each(3000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            CircuitBreakerConfig config = anyConfig(random);
            List<Op> history = new ArrayList<>();
            for (int i = 0; i < STEPS; i++) {
                history.add(Op.random(random));
            }
            if (new History(config).failsAt(history) >= 0) {
                List<Op> least = shrunk(config, history);
                History again = new History(config);
                again.failsAt(least);
                fail("%s%nafter %s%nwith %s", again.complaint, least, config);
            }
        });
    }

    /** The shortest prefix that fails, without the steps it does not need. */
    private static List<Op> shrunk(CircuitBreakerConfig config, List<Op> history) {
        List<Op> least = new ArrayList<>(history.subList(0, new History(config).failsAt(history) + 1));
        for (int i = least.size() - 1; i >= 0; i--) {
            List<Op> shorter = new ArrayList<>(least);
            shorter.remove(i);
            if (new History(config).failsAt(shorter) >= 0) {
                least = shorter;
            }
        }
        return least;
    }

    private static CircuitBreakerConfig anyConfig(SplittableRandom random) {
        int size = random.nextInt(1, 12);
        CircuitBreakerConfig.Builder builder = CircuitBreakerConfig.builder()
                .windowSize(size)
                .failureThreshold(random.nextInt(1, size + 1))
                .waitDurationInOpen(Duration.ofSeconds(random.nextInt(1, 10)))
                .halfOpenMaxCalls(random.nextInt(1, 4))
                .halfOpenSuccessThreshold(random.nextInt(1, 4))
                .halfOpenProbeTimeout(Duration.ofSeconds(random.nextInt(6)));
        if (random.nextBoolean()) {
            builder.windowDuration(SPAN);
        }
        if (random.nextInt(3) == 0) {
            builder.failureRateThreshold(random.nextInt(1, 101) / 100.0);
        }
        if (random.nextInt(3) == 0) {
            builder.slowCallDuration(Duration.ofSeconds(1)).slowCallRateThreshold(random.nextInt(1, 101) / 100.0);
        }
        if (random.nextBoolean()) {
            builder.minimumNumberOfCalls(random.nextInt(12));
        }
        return builder.build();
    }

    /** Both circuits, and the admissions that are still to be settled. */
    private static final class History {
        private final Rules rules;
        private final NaiveCircuit naive;
        private final List<Admitted> admissions = new ArrayList<>();
        private Circuit circuit = Circuit.INITIAL;
        private long now = T0;
        private String complaint = "";

        History(CircuitBreakerConfig config) {
            rules = Rules.of(config, 1);
            naive = new NaiveCircuit(config);
        }

        /** The index of the first step after which the two differ, or -1. */
        int failsAt(List<Op> history) {
            for (int i = 0; i < history.size(); i++) {
                apply(history.get(i));
                compareStates();
                if (!complaint.isEmpty()) {
                    return i;
                }
            }
            return -1;
        }

        private void apply(Op op) {
            switch (op.kind) {
                case ADMIT -> {
                    Admission admission = apply((c, at) -> CircuitTransitions.admit(c, at, rules, OWNER), true);
                    compare("admission", admission, naive.admit(now));
                    if (admission instanceof Admitted admitted) {
                        admissions.add(admitted);
                    }
                }
                case RECORD -> {
                    if (!admissions.isEmpty()) {
                        // outcomes are reported in any order, now and then twice
                        int index = op.number % admissions.size();
                        Admitted admitted = op.number % 7 == 0 ? admissions.get(index) : admissions.remove(index);
                        record(admitted.epoch(), admitted.permit(), op.outcome);
                    }
                }
                case RECORD_ANY -> record(Admission.ANY_EPOCH, Admission.NO_PERMIT, op.outcome);
                case WAIT -> now += op.number % (op.number % 5 == 0 ? 40 : 4) * SECOND;
                case OPEN -> {
                    apply(CircuitTransitions.open(op.number % 10 * SECOND), false);
                    naive.open(now, op.number % 10 * SECOND);
                }
                case FORCE_OPEN -> {
                    apply(CircuitTransitions.forceOpen(), true);
                    naive.forceOpen();
                }
                case DISABLE -> {
                    apply(CircuitTransitions.disable(), true);
                    naive.disable();
                }
                case CLOSE -> {
                    apply(CircuitTransitions.close(), true);
                    naive.close();
                }
            }
        }

        private void record(long epoch, long permit, Outcome outcome) {
            // nobody times calls where slow ones do not matter
            Outcome timed = rules.timesCalls() ? outcome : quick(outcome);
            RecordOutcome record = new RecordOutcome(rules, epoch, permit, timed, 1, rules.openNanos());
            compare("verdict on " + timed, apply(record, true), naive.record(epoch, permit, timed, now));
        }

        private static Outcome quick(Outcome outcome) {
            return switch (outcome) {
                case SLOW_SUCCESS -> Outcome.SUCCESS;
                case SLOW_FAILURE -> Outcome.FAILURE;
                default -> outcome;
            };
        }

        private <A> A apply(Transition<Circuit, A> transition, boolean savesWrites) {
            Step<Circuit, A> step = transition.apply(circuit, now);
            if (savesWrites && step.state() != circuit && Arrays.equals(encoded(step.state()), encoded(circuit))) {
                complain("a new object for an unchanged " + circuit);
            }
            circuit = step.state();
            return step.answer();
        }

        private void compareStates() {
            compare("phase", circuit.phase(), naive.phase);
            compare("epoch", circuit.epoch(), naive.epoch);
            BreakerState state = CircuitViews.state(circuit, now, rules);
            compare("shown phase", state.phase(), naive.shown(now));
            if (naive.phase == Phase.CLOSED && rules.failureRate() != null) {
                compare("failures", state.failureCount(), naive.failures(now));
            }
            if (naive.phase == Phase.OPEN) {
                compare("rest", state.retryAfter(CircuitViews.instant(now)).orElseThrow(), naive.leftOpen(now));
            }
        }

        private void compare(String what, Object actual, Object expected) {
            if (!Objects.equals(actual, expected)) {
                complain(what + " is " + actual + ", not " + expected);
            }
        }

        private void complain(String text) {
            if (complaint.isEmpty()) {
                complaint = text;
            }
        }
    }
}
