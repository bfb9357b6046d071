package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.state.Atom;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.MemoryCell;
import org.jspecify.annotations.Nullable;

/**
 * The circuit of this node alone, in memory, beside a shared one that opens only once several nodes have had failures. It
 * judges this node's outcomes by the same rules, and has a say only while the shared one is closed: with each epoch of that
 * one it begins anew, so that whoever opens or closes the circuit for all has the last word here too. Thread-safe.
 */
final class OwnCircuit {
    private final Environment environment;
    private final CircuitAnnouncer announcer;
    private final Cell<Circuit> shared;
    private final Atom<Era> current;

    /** One epoch of the shared circuit. */
    private record Era(long epoch, CellGate gate) {}

    /** @param environment that of the shared circuit */
    OwnCircuit(String name, Environment environment, Cell<Circuit> shared) {
        this.environment = environment;
        this.announcer = new CircuitAnnouncer(name, CircuitAnnouncer.OF_THIS_NODE_ALONE, environment, null);
        this.shared = shared;
        this.current = new Atom<>(begin(Circuit.INITIAL.epoch()));
    }

    private Era begin(long epoch) {
        return new Era(
                epoch,
                CellGate.inMemory(environment, new MemoryCell<>(new CircuitType(), environment.clock()), announcer));
    }

    /** Its gate while the shared circuit has that epoch. */
    private CellGate gate(long epoch, Rules rules) {
        Era seen = current.get();
        if (seen.epoch == epoch) {
            return seen.gate;
        }
        Era next = begin(epoch);
        Atom.Swap<Era> swap = current.swap(now -> now == seen ? next : now);
        if (swap.after() == next) {
            seen.gate.steer(rules, CircuitTransitions.close()); // whoever has heard of its opening hears of the end
        }
        return swap.after().gate;
    }

    /** Lets a call pass, on its way to the shared circuit, or turns it away. */
    Admission admit(Rules rules) {
        if (!(shared.known() instanceof Closed closed)) {
            return new Admitted(Circuit.INITIAL.phase(), Admission.ANY_EPOCH, Admission.NO_PERMIT);
        }
        CellGate gate = gate(closed.epoch(), rules);
        Admission admission = gate.admit(rules, gate.patience());
        return admission instanceof Admitted admitted
                ? admitted.by(new Entered(closed.epoch(), gate, rules, admitted))
                : ((Refused) admission).byThisNode();
    }

    /** The way of an outcome whose call nobody admitted. */
    OwnPass anyEpoch(Rules rules) {
        return shared.known() instanceof Closed closed ? anyEpoch(closed, rules) : OwnPass.NONE;
    }

    private OwnPass anyEpoch(Closed closed, Rules rules) {
        CellGate gate = gate(closed.epoch(), rules);
        return new Entered(
                closed.epoch(),
                gate,
                rules,
                new Admitted(Circuit.INITIAL.phase(), Admission.ANY_EPOCH, Admission.NO_PERMIT));
    }

    private final class Entered implements OwnPass {
        private final long epoch;
        private final CellGate gate;
        private final Rules rules;
        private final Admitted admitted;

        Entered(long epoch, CellGate gate, Rules rules, Admitted admitted) {
            this.epoch = epoch;
            this.gate = gate;
            this.rules = rules;
            this.admitted = admitted;
        }

        @Override
        public boolean isProbe() {
            return admitted.isProbe();
        }

        @Override
        public void ended(Outcome outcome, CircuitAnnouncer teller) {
            // the outcome may have opened the shared circuit, which makes this one's word superfluous
            if (shared.known().epoch() == epoch) {
                gate.settleAsync(rules, admitted, outcome, gate.patience(), teller.ofThisNodeAlone()); // in memory
            }
        }
    }

    /** The gate at which calls wait that the shared circuit would let pass; null when there is none. */
    @Nullable
    CellGate holdingOff(Circuit sharedNow) {
        Era now = current.get();
        boolean hasSay = sharedNow instanceof Closed && sharedNow.epoch() == now.epoch;
        return hasSay && !(now.gate.peek() instanceof Closed) ? now.gate : null;
    }

    /** Whether it turns calls away, or has a probe out. */
    boolean isNeeded() {
        CellGate holding = holdingOff(shared.known());
        return holding != null && holding.isNeeded();
    }

    /** Closes it, whatever the shared one does. */
    void close(Rules rules) {
        current.get().gate.steer(rules, CircuitTransitions.close());
    }
}
