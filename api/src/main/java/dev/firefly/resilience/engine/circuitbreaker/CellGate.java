package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.Explanation;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Change;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.Patience;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;
import dev.firefly.resilience.store.StoreStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way in and out of the circuit in one cell: asks for admission, by the snapshot where that is enough, reports
 * outcomes, and has announced what they did. Thread-safe.
 */
final class CellGate {
    private final Environment environment;
    private final Cell<Circuit> cell;
    private final CircuitAnnouncer announcer;
    /** Whether others than this registry change the circuit too. */
    private final boolean isShared;

    private volatile @Nullable Success success;

    private CellGate(Environment environment, Cell<Circuit> cell, CircuitAnnouncer announcer, boolean isShared) {
        this.environment = environment;
        this.cell = cell;
        this.announcer = announcer;
        this.isShared = isShared;
    }

    /** The gate of a circuit that is where the registry keeps its state. */
    static CellGate of(Environment environment, Cell<Circuit> cell, CircuitAnnouncer announcer) {
        return new CellGate(environment, cell, announcer, environment.cells().isShared());
    }

    /** The gate of a circuit that is this registry's alone, wherever it keeps its state. */
    static CellGate inMemory(Environment environment, Cell<Circuit> cell, CircuitAnnouncer announcer) {
        return new CellGate(environment, cell, announcer, false);
    }

    @Nullable
    Circuit peek() {
        return cell.peek();
    }

    Patience patience() {
        return cell.patience();
    }

    // ---- in

    /** Before whatever is known is believed, also by the own circuit, which rules only as long as the shared one lets it. */
    void look(Patience patience) {
        if (cell.peek() == null) {
            cell.read(patience);
        }
    }

    /** Admission, for a caller that can wait. */
    Admission admit(Rules rules, Patience patience) {
        look(patience);
        long now = cell.now();
        Step<Circuit, Admission> glance = glance(cell.known(), now, rules);
        if (glance != null) {
            return glance.answer();
        }
        Change<Circuit, Admission> change = cell.update(admission(rules), patience, abandoned(rules));
        announcer.transition(change, rules);
        return change.answer();
    }

    /** As {@link #admit}, for a caller that must not be blocked, and announces the change where its context is. */
    CompletionStage<Change<Circuit, Admission>> admitAsync(Rules rules, Patience patience) {
        return cell.readAsync(patience).thenCompose(known -> {
            long now = cell.now();
            Step<Circuit, Admission> glance = glance(known, now, rules);
            return glance == null
                    ? cell.updateAsync(admission(rules), patience, abandoned(rules))
                    : CompletableFuture.completedStage(new Change<>(known, known, glance.answer(), now));
        });
    }

    /** The admission, if it changes nothing and so needs no authority; else null. */
    private @Nullable Step<Circuit, Admission> glance(Circuit circuit, long now, Rules rules) {
        Step<Circuit, Admission> step = CircuitTransitions.admit(circuit, now, rules, owner());
        return step.state() == circuit ? step : null;
    }

    private Transition<Circuit, Admission> admission(Rules rules) {
        String owner = owner();
        return (circuit, now) -> CircuitTransitions.admit(circuit, now, rules, owner);
    }

    private String owner() {
        return environment.cells().owner();
    }

    /** A permit that was granted to a caller who had given up goes back. */
    private Consumer<Change<Circuit, Admission>> abandoned(Rules rules) {
        return change -> {
            announcer.transition(change, rules);
            if (change.answer() instanceof Admitted admitted) {
                settleAsync(rules, admitted, Outcome.NEUTRAL, cell.patience(), announcer);
            }
        };
    }

    // ---- out

    /** A call that was admitted under a closed circuit, without a permit, succeeded quickly. */
    void succeeded(Rules rules, long epoch) {
        Circuit circuit = cell.known();
        if ((circuit.epoch() == epoch || epoch == Admission.ANY_EPOCH)
                && (!(circuit instanceof Closed closed) || closed.window().isSettledFor(rules))) {
            return;
        }
        Success known = success;
        if (known == null || !known.isFor(rules, epoch)) {
            known = new Success(
                    new RecordOutcome(
                            rules, epoch, Admission.NO_PERMIT, Outcome.SUCCESS, 1, openFor(rules), voice(rules)),
                    change -> announcer.recorded(change, rules, epoch, Outcome.SUCCESS));
            success = known;
        }
        cell.gather(known.outcome, known.done);
    }

    /** A success as most are: like the last one. Its jitter is drawn for the epoch, which ends with an opening. */
    private record Success(RecordOutcome outcome, Consumer<Change<Circuit, Verdict>> done) {
        boolean isFor(Rules rules, long epoch) {
            return outcome.rules() == rules
                    && outcome.epoch() == epoch
                    && epoch != Admission.ANY_EPOCH
                    && outcome.voice() == Voice.NONE;
        }
    }

    /** A call that was admitted under a closed circuit, without a permit, failed. */
    void failed(Rules rules, long epoch, Throwable failure) {
        Outcome outcome = FailureClassifier.classify(failure, rules.classifier());
        if (outcome != Outcome.NEUTRAL) {
            cell.settle(
                    new RecordOutcome(rules, epoch, Admission.NO_PERMIT, outcome, 1, openFor(rules)),
                    cell.patience(),
                    change -> announcer.recorded(change, rules, epoch, outcome));
        }
    }

    void settle(Rules rules, Admitted admitted, Outcome outcome, Patience patience) {
        if (isQuiet(admitted, outcome)) {
            return;
        }
        if (isGathered(admitted, outcome)) {
            succeeded(rules, admitted.epoch());
            return;
        }
        cell.settle(record(rules, admitted, outcome), patience, recorded(rules, admitted, outcome));
    }

    /**
     * As {@link #settle}, for a caller that must not be blocked.
     *
     * @param teller announces what the outcome does
     * @return null when there is nothing to wait for
     */
    @Nullable
    CompletionStage<?> settleAsync(
            Rules rules, Admitted admitted, Outcome outcome, Patience patience, CircuitAnnouncer teller) {
        if (isQuiet(admitted, outcome)) {
            return null;
        }
        if (isGathered(admitted, outcome)) {
            succeeded(rules, admitted.epoch());
            return null;
        }
        return cell.settleAsync(
                record(rules, admitted, outcome),
                patience,
                change -> teller.recorded(change, rules, admitted.epoch(), outcome));
    }

    private static boolean isQuiet(Admitted admitted, Outcome outcome) {
        return admitted.phase() == Phase.DISABLED
                || outcome == Outcome.NEUTRAL && admitted.permit() == Admission.NO_PERMIT;
    }

    static boolean isGathered(Admitted admitted, Outcome outcome) {
        return outcome == Outcome.SUCCESS && admitted.phase() == Phase.CLOSED;
    }

    private RecordOutcome record(Rules rules, Admitted admitted, Outcome outcome) {
        return new RecordOutcome(rules, admitted.epoch(), admitted.permit(), outcome, 1, openFor(rules), voice(rules));
    }

    /** Where a quorum is asked for, and there are others, it matters whose outcomes these are. */
    private Voice voice(Rules rules) {
        if (rules.quorum() == 1 || !isShared) {
            return Voice.NONE;
        }
        int registries = Math.max(1, environment.cells().status().registries());
        return new Voice(owner(), Math.min(rules.quorum(), registries), rules.quorum());
    }

    private Consumer<Change<Circuit, Verdict>> recorded(Rules rules, Admitted admitted, Outcome outcome) {
        return change -> announcer.recorded(change, rules, admitted.epoch(), outcome);
    }

    private long openFor(Rules rules) {
        return Moments.shifted(rules.openNanos(), environment.random().nextLong(rules.jitterNanos()));
    }

    // ---- around

    void steer(Rules rules, Transition<Circuit, Boolean> transition) {
        announcer.transition(
                cell.update(transition, cell.patience(), change -> announcer.transition(change, rules)), rules);
    }

    BreakerState state(Rules rules) {
        return CircuitViews.state(circuit(), cell.now(), rules);
    }

    /** Explains the circuit as it is known, however old. */
    Explanation explain(Explainer explainer, StoreStatus store) {
        return explainer.explain(cell.known(), cell.now(), store);
    }

    /** What a call would be told now; changes nothing. */
    Admission preview(Rules rules) {
        return CircuitTransitions.admit(circuit(), cell.now(), rules, owner()).answer();
    }

    /** Whether an unused circuit would decide otherwise, and this one has not come to its end. */
    boolean isNeeded() {
        return new CircuitType().isNeeded(cell.known(), cell.now());
    }

    /** The circuit as it is known, read first if it is not. */
    Circuit circuit() {
        return cell.read(cell.patience());
    }
}
