package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Explanation;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Change;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.Patience;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way in and out of one circuit: asks its cell for admission and reports outcomes to it. Sync and async calls, and
 * decisions without a body, all pass here. Thread-safe.
 */
public final class CircuitGate {
    /** Reachable for as long as this is, so that what is kept under the name stays what it is. */
    @SuppressWarnings("unused") // that is all it is for
    private final Object hold;

    private final Cell<Circuit> cell;
    private final Environment environment;
    private final CircuitAnnouncer announcer;
    private final @Nullable BesideTheRecord beside;
    private final String name;

    /** The gate of the named circuit; touches no store. */
    public CircuitGate(String name, Environment environment) {
        this(name, environment, "");
    }

    private CircuitGate(String name, Environment environment, String whose) {
        this.name = name;
        this.environment = environment;
        this.hold = environment.cells().hold(Pattern.CIRCUIT_BREAKER, name);
        this.cell = environment.cells().cell(Pattern.CIRCUIT_BREAKER, name, new CircuitType());
        this.beside = BesideTheRecord.of(name, environment, cell);
        this.announcer = new CircuitAnnouncer(name, whose, environment, beside == null ? null : beside.windows);
    }

    /** The gate of the circuit of this node alone that stands beside the shared one. */
    static CircuitGate ofThisNodeAlone(String name, Environment environment) {
        return new CircuitGate(name, environment, CircuitAnnouncer.OF_THIS_NODE_ALONE);
    }

    String name() {
        return name;
    }

    @Nullable
    Circuit peek() {
        return cell.peek();
    }

    /** What follows from the settings; calls go by it from now on. */
    Rules rules(CircuitBreakerConfig config, int parts) {
        if (beside == null) { // there is nobody else
            return Rules.of(
                    config.quorum() == 1 ? config : config.toBuilder().quorum(1).build(), parts);
        }
        Rules rules = Rules.of(config, parts);
        beside.windows.goesBy(rules);
        return rules;
    }

    /** As {@link Cell#parts}. */
    int parts() {
        return cell.parts();
    }

    Patience patience() {
        return cell.patience();
    }

    Environment environment() {
        return environment;
    }

    // ---- in

    /** The circuit of this node alone; null where there is none. */
    private @Nullable OwnCircuit own(Rules rules) {
        return rules.quorum() > 1 && beside != null ? beside.own() : null;
    }

    /** Admission by the snapshot where that is enough, else by the record; by the own circuit, if there is one, before. */
    Admission admit(Rules rules, Patience patience) {
        OwnCircuit own = own(rules);
        if (own == null) {
            return admitShared(rules, patience);
        }
        Admission first = own.admit(rules);
        if (!(first instanceof Admitted admitted)) {
            return first;
        }
        try {
            return through(admitted.own(), admitShared(rules, patience));
        } catch (RuntimeException | Error undecided) {
            admitted.own().ended(Outcome.NEUTRAL, announcer);
            throw undecided;
        }
    }

    private Admission through(OwnPass own, Admission admission) {
        if (admission instanceof Admitted admitted) {
            return own == OwnPass.NONE ? admitted : admitted.by(own);
        }
        own.ended(Outcome.NEUTRAL, announcer);
        return admission;
    }

    private Admission admitShared(Rules rules, Patience patience) {
        if (cell.peek() == null) {
            cell.read(patience);
        }
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
        OwnCircuit own = own(rules);
        if (own == null) {
            return admitSharedAsync(rules, patience);
        }
        Admission first = own.admit(rules);
        if (!(first instanceof Admitted admitted)) {
            Circuit known = cell.known();
            return CompletableFuture.completedStage(new Change<>(known, known, first, cell.now()));
        }
        OwnPass pass = admitted.own();
        return admitSharedAsync(rules, patience)
                .whenComplete((change, failure) -> {
                    if (failure != null) {
                        pass.ended(Outcome.NEUTRAL, announcer);
                    }
                })
                .thenApply(change ->
                        new Change<>(change.before(), change.after(), through(pass, change.answer()), change.now()));
    }

    private CompletionStage<Change<Circuit, Admission>> admitSharedAsync(Rules rules, Patience patience) {
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
    Consumer<Change<Circuit, Admission>> abandoned(Rules rules) {
        return change -> {
            announcer.transition(change, rules);
            giveBack(rules, change.answer());
        };
    }

    private void giveBack(Rules rules, Admission admission) {
        if (admission instanceof Admitted admitted) {
            settleAsync(rules, admitted, Outcome.NEUTRAL, cell.patience(), announcer);
        }
    }

    Admitted passOrThrow(Admission admission) {
        if (admission instanceof Refused refused) {
            announceRejection(refused);
            throw StoredCircuitBreaker.rejection(name, refused, environment.stackTraces());
        }
        return (Admitted) admission;
    }

    void announceRejection(Refused refused) {
        announcer.rejection(refused);
    }

    CircuitAnnouncer announcer() {
        return announcer;
    }

    Admitted unguarded() {
        return new Admitted(Phase.DISABLED, cell.known().epoch(), Admission.NO_PERMIT);
    }

    Admitted anyEpoch(Rules rules) {
        OwnCircuit own = own(rules);
        return new Admitted(
                Phase.CLOSED,
                Admission.ANY_EPOCH,
                Admission.NO_PERMIT,
                own == null ? OwnPass.NONE : own.anyEpoch(rules));
    }

    // ---- out

    long startTime(Rules rules) {
        return rules.timesCalls() ? environment.clock().nanos() : 0;
    }

    Outcome success(Rules rules, long start) {
        return timed(Outcome.SUCCESS, rules, start);
    }

    Outcome failure(Rules rules, long start) {
        return timed(Outcome.FAILURE, rules, start);
    }

    Outcome outcomeOf(Throwable failure, Rules rules, long start) {
        return timed(FailureClassifier.classify(failure, rules.classifier()), rules, start);
    }

    private Outcome timed(Outcome outcome, Rules rules, long start) {
        return rules.timesCalls() && environment.clock().nanos() - start >= rules.slowNanos()
                ? outcome.slow()
                : outcome;
    }

    /** A call that was admitted under a closed circuit, without a permit, succeeded quickly. */
    void succeeded(Rules rules, long epoch) {
        Circuit circuit = cell.known();
        if ((circuit.epoch() == epoch || epoch == Admission.ANY_EPOCH)
                && (!(circuit instanceof Closed closed) || closed.window().isSettledFor(rules))) {
            return;
        }
        cell.gather(
                new RecordOutcome(rules, epoch, Admission.NO_PERMIT, Outcome.SUCCESS, 1, openFor(rules), voice(rules)),
                change -> announcer.recorded(change, rules, epoch, Outcome.SUCCESS));
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
        settleShared(rules, admitted, outcome, patience);
        admitted.own().ended(outcome, announcer);
    }

    private void settleShared(Rules rules, Admitted admitted, Outcome outcome, Patience patience) {
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
        CompletionStage<?> settled = settleSharedAsync(rules, admitted, outcome, patience, teller);
        if (settled == null || admitted.own() == OwnPass.NONE) {
            admitted.own().ended(outcome, teller);
            return settled;
        }
        return settled.thenRun(() -> admitted.own().ended(outcome, teller));
    }

    private @Nullable CompletionStage<?> settleSharedAsync(
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
        if (rules.quorum() == 1 || beside == null) {
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

    /** Closes the own circuit too, if there is one. */
    void close(Rules rules) {
        steer(rules, CircuitTransitions.close());
        OwnCircuit own = own(rules);
        if (own != null) {
            own.close(rules);
        }
    }

    BreakerState state(Rules rules) {
        Circuit shared = circuit();
        CircuitGate holding = holdingOff(shared, rules);
        return holding != null ? holding.state(rules) : CircuitViews.state(shared, cell.now(), rules);
    }

    Explanation explain(Rules rules, Explainer explainer) {
        Circuit shared = circuit();
        CircuitGate holding = holdingOff(shared, rules);
        return holding != null
                ? explainer.ofThisNodeAlone().explain(holding.circuit(), holding.cell.now())
                : explainer.explain(shared, cell.now());
    }

    private @Nullable CircuitGate holdingOff(Circuit shared, Rules rules) {
        OwnCircuit own = own(rules);
        return own == null ? null : own.holdingOff(shared);
    }

    /** What a call would be told now; changes nothing. */
    Admission preview(Rules rules) {
        CircuitGate holding = holdingOff(circuit(), rules);
        if (holding != null && holding.preview(rules) instanceof Refused refused) {
            return refused;
        }
        return CircuitTransitions.admit(circuit(), cell.now(), rules, owner()).answer();
    }

    private Circuit circuit() {
        Circuit known = cell.peek();
        return known == null ? cell.read(cell.patience()) : known;
    }
}
