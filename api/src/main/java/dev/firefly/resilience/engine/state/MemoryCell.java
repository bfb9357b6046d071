package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** State on this node alone, for good. */
final class MemoryCell<S> implements Cell<S> {
    private static final CompletionStage<?> DONE = CompletableFuture.completedStage(null);
    private static final Patience PATIENCE = new Patience(0);

    private final StateType<S> type;
    private final LocalState<S> state;
    /** The state when there were too many names and this one was looked at last. */
    private @Nullable S looked;

    MemoryCell(StateType<S> type, Clock clock) {
        this.type = type;
        this.state = new LocalState<>(type, clock::nanos, new Stamped<>(type.initial(), 0));
    }

    /**
     * Whether the state can be forgotten when nobody uses it. To be asked by one at a time.
     *
     * @param idleNanos after how long without a change it can, if nothing in it is in force any more
     * @param crowded whether it can before that, if calls would meet nothing else; not at the first look since a change
     */
    boolean isForgettable(long idleNanos, boolean crowded) {
        long now = now();
        S seen = peek();
        boolean isQuiet = seen == looked;
        if (crowded) {
            looked = seen;
        }
        return !type.isNeeded(seen, now)
                && (now - state.at() >= idleNanos || crowded && isQuiet && !type.isInTheWay(seen, now));
    }

    @Override
    public S peek() {
        return Objects.requireNonNull(state.get());
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
        return state.now();
    }

    @Override
    public Patience patience() {
        return PATIENCE;
    }

    @Override
    public <A> Change<S, A> update(Transition<S, A> transition, Patience patience, Consumer<Change<S, A>> abandoned) {
        return apply(transition);
    }

    private <A> Change<S, A> apply(Transition<S, A> transition) {
        return Objects.requireNonNull(state.apply(transition));
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
