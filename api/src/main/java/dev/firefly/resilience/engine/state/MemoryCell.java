package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** State on this node alone: one reference, one loop that compares and sets. */
final class MemoryCell<S> implements Cell<S> {
    private static final CompletionStage<?> DONE = CompletableFuture.completedStage(null);
    private static final Patience PATIENCE = new Patience(0);

    private final Atom<Stamped<S>> current;
    private final StateType<S> type;
    private final Clock clock;

    MemoryCell(StateType<S> type, Clock clock) {
        this.type = type;
        this.clock = clock;
        this.current = new Atom<>(new Stamped<>(type.initial(), 0));
    }

    @Override
    public S peek() {
        return current.get().state();
    }

    @Override
    public S known() {
        return peek();
    }

    @Override
    public S read(Patience patience) {
        return peek();
    }

    @Override
    public CompletionStage<S> readAsync(Patience patience) {
        return CompletableFuture.completedStage(peek());
    }

    @Override
    public long now() {
        long now = clock.nanos();
        Stamped<S> seen = current.get();
        return seen.isFarAheadOf(now)
                ? current.swap(stepped -> stepped.rebased(now, type)).after().clamped(now)
                : seen.clamped(now);
    }

    @Override
    public Patience patience() {
        return PATIENCE;
    }

    @Override
    public <A> Change<S, A> update(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        return apply(transition);
    }

    /*
     * Not a swap: the step's answer must come out of the round that won.
     */
    private <A> Change<S, A> apply(Transition<S, A> transition) {
        while (true) {
            Stamped<S> seen = current.get();
            long clockNow = clock.nanos();
            Stamped<S> before = seen.rebased(clockNow, type);
            long now = before.clamped(clockNow);
            Step<S, A> step = transition.apply(before.state(), now);
            Stamped<S> after = step.state() == before.state() ? before : new Stamped<>(step.state(), now);
            if (after == seen || current.replace(seen, after)) {
                return new Change<>(before.state(), step.state(), step.answer(), now);
            }
        }
    }

    @Override
    public <A> CompletionStage<Change<S, A>> updateAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        return CompletableFuture.completedStage(apply(transition));
    }

    @Override
    public <A> void settle(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        done.accept(apply(transition));
    }

    @Override
    public <A> CompletionStage<?> settleAsync(
            Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> done) {
        done.accept(apply(transition));
        return DONE;
    }

    @Override
    public <A> void gather(Transition<S, A> transition, Consumer<Change<S, A>> done) {
        done.accept(apply(transition));
    }
}
