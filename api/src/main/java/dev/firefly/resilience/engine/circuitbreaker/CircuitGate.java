package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Explanation;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Change;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.Patience;
import dev.firefly.resilience.engine.state.Transition;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way in and out of one circuit. Sync and async calls, and decisions without a body, all pass here: by the circuit of
 * this node alone, where a quorum asks for one, and by the {@linkplain CellGate gate} of the shared one. Thread-safe.
 */
public final class CircuitGate {
    /** Reachable for as long as this is, so that what is kept under the name stays what it is. */
    @SuppressWarnings("unused") // that is all it is for
    private final Object hold;

    private final Cell<Circuit> cell;
    private final Environment environment;
    private final CircuitAnnouncer announcer;
    private final @Nullable BesideTheRecord beside;
    private final CellGate shared;
    private final String name;

    /** The gate of the named circuit; touches no store. */
    public CircuitGate(String name, Environment environment) {
        this.name = name;
        this.environment = environment;
        this.hold = environment.cells().hold(Pattern.CIRCUIT_BREAKER, name);
        this.cell = environment.cells().cell(Pattern.CIRCUIT_BREAKER, name, new CircuitType());
        this.beside = BesideTheRecord.of(name, environment, cell);
        this.announcer = new CircuitAnnouncer(name, "", environment, beside == null ? null : beside.windows);
        this.shared = CellGate.of(environment, cell, announcer);
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
            return shared.admit(rules, patience);
        }
        shared.look(patience);
        Admission first = own.admit(rules);
        if (!(first instanceof Admitted admitted)) {
            return first;
        }
        try {
            return through(admitted.own(), shared.admit(rules, patience));
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

    /** As {@link #admit}, for a caller that must not be blocked, and announces the change where its context is. */
    CompletionStage<Change<Circuit, Admission>> admitAsync(Rules rules, Patience patience) {
        OwnCircuit own = own(rules);
        if (own == null) {
            return shared.admitAsync(rules, patience);
        }
        return cell.readAsync(patience).thenCompose(known -> admitByBothAsync(own, rules, patience));
    }

    private CompletionStage<Change<Circuit, Admission>> admitByBothAsync(
            OwnCircuit own, Rules rules, Patience patience) {
        Admission first = own.admit(rules);
        if (!(first instanceof Admitted admitted)) {
            Circuit known = cell.known();
            return CompletableFuture.completedStage(new Change<>(known, known, first, cell.now()));
        }
        OwnPass pass = admitted.own();
        return shared.admitAsync(rules, patience)
                .whenComplete((change, failure) -> {
                    if (failure != null) {
                        pass.ended(Outcome.NEUTRAL, announcer);
                    }
                })
                .thenApply(change ->
                        new Change<>(change.before(), change.after(), through(pass, change.answer()), change.now()));
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

    void settle(Rules rules, Admitted admitted, Outcome outcome, Patience patience) {
        shared.settle(rules, admitted, outcome, patience);
        admitted.own().ended(outcome, announcer);
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
        CompletionStage<?> settled = shared.settleAsync(rules, admitted, outcome, patience, teller);
        if (settled == null || admitted.own() == OwnPass.NONE) {
            admitted.own().ended(outcome, teller);
            return settled;
        }
        return settled.thenRun(() -> admitted.own().ended(outcome, teller));
    }

    /** A call that was admitted under a closed circuit, without a permit, succeeded quickly. */
    void succeeded(Rules rules, long epoch) {
        shared.succeeded(rules, epoch);
    }

    /** A call that was admitted under a closed circuit, without a permit, failed. */
    void failed(Rules rules, long epoch, Throwable failure) {
        shared.failed(rules, epoch, failure);
    }

    // ---- around

    void steer(Rules rules, Transition<Circuit, Boolean> transition) {
        shared.steer(rules, transition);
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
        return deciding(rules).state(rules);
    }

    /** Never fails: who asks why something is wrong is told by what is known, if the store cannot be asked. */
    Explanation explain(Rules rules, Explainer explainer) {
        try {
            shared.circuit(); // has it read if it has to be
            CellGate deciding = deciding(rules);
            return deciding.explain(deciding == shared ? explainer : explainer.ofThisNodeAlone(), cell.status());
        } catch (StoreUnavailableException unasked) {
            String why = String.valueOf(unasked.getMessage());
            return shared.explain(explainer, StoreWords.unasked(cell.status(), why));
        }
    }

    /** Where it is decided what a call meets now. */
    private CellGate deciding(Rules rules) {
        OwnCircuit own = own(rules);
        CellGate holding = own == null ? null : own.holdingOff(shared.circuit());
        return holding == null ? shared : holding;
    }

    /** What a call would be told now; changes nothing. */
    Admission preview(Rules rules) {
        CellGate deciding = deciding(rules);
        Admission first = deciding.preview(rules);
        return deciding == shared || first instanceof Refused ? first : shared.preview(rules);
    }
}
