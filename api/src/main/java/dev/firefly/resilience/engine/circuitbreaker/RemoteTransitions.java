package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.state.Atom;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.state.Witness;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Announces what other nodes do to a circuit: when a record of theirs shows another phase, under another epoch, than the
 * one this node knows of. What was before the first record it meets is past. Listeners are told in order, on the registry's
 * executor. Thread-safe.
 */
final class RemoteTransitions implements Witness<Circuit> {
    /** Figures are only taken from circuits that hold those of their opening. */
    private static final Rules ANY_RULES = Rules.of(CircuitBreakerConfig.defaults(), 1);

    private final String name;
    private final String node;
    private final EventBus events;
    private final Executor executor;
    private final Atom<Seen> last = new Atom<>(Seen.NOTHING);
    private final Queue<Runnable> untold = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean telling = new AtomicBoolean();

    /**
     * What was met last.
     *
     * @param at the time of the record it was first met in
     * @param isGone whether there was no record any more after that, so that the next one is another
     */
    private record Seen(long epoch, Phase phase, long at, boolean isGone) {
        static final Seen NOTHING = new Seen(-1, Phase.CLOSED, -1, false);

        /** Epochs only grow: a smaller one at a later time is of a record that has begun anew, and nobody told. */
        boolean isBefore(Seen next) {
            return isGone ? next.at > at : next.epoch > epoch || next.epoch < epoch && next.at > at;
        }

        /** What is gone may yet be met again, by a thread that is late: only what is later is another. */
        Seen gone() {
            return new Seen(Circuit.INITIAL.epoch(), Circuit.INITIAL.phase(), at, true);
        }
    }

    RemoteTransitions(String name, Environment environment, EventBus events) {
        this.name = name;
        this.node = environment.node();
        this.events = events;
        this.executor = environment.executor();
    }

    @Override
    public void met(Circuit circuit, long at, boolean own) {
        Seen now = new Seen(circuit.epoch(), circuit.phase(), at, false);
        Seen before = last.swap(seen -> seen.isBefore(now) ? now : seen).before();
        if (!own && before != Seen.NOTHING && before.isBefore(now) && now.phase != before.phase) {
            // the figures are those of the transition, not of what has come since
            Circuit after = circuit instanceof Closed ? new Closed(now.epoch, OutcomeWindow.EMPTY) : circuit;
            tell(() -> events.publish(
                    TransitionEvent.type(now.phase),
                    () -> TransitionEvent.of(
                            now.phase,
                            name,
                            CircuitViews.instant(at),
                            node,
                            CircuitViews.state(after, at, ANY_RULES),
                            true)));
        }
    }

    @Override
    public void missing() {
        last.swap(Seen::gone);
    }

    /** Whoever is given a thread tells all there is, also what was left by an executor that lost its task. */
    private void tell(Runnable announcement) {
        untold.add(announcement);
        try {
            executor.execute(this::tellAll);
        } catch (RuntimeException | Error refused) {
            tellAll();
        }
    }

    /** One thread at a time, since listeners are told in order; who finds another at it leaves the rest to that one. */
    private void tellAll() {
        while (!untold.isEmpty() && telling.compareAndSet(false, true)) {
            try {
                for (Runnable next = untold.poll(); next != null; next = untold.poll()) {
                    next.run();
                }
            } finally {
                telling.set(false);
            }
        }
    }
}
