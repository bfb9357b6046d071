package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * State on this node alone, for good. Changes are applied at once, but for those that can wait: of these, the first is
 * applied, and then it is only counted how many more of the same come, until the next other change, a {@link #read}, or
 * for a tenth of a second.
 */
public final class MemoryCell<S> implements Cell<S> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience");
    private static final CompletionStage<?> DONE = CompletableFuture.completedStage(null);
    private static final Patience PATIENCE = new Patience(0);

    private static final long COUNTING_NANOS = 100_000_000;

    private final StateType<S> type;
    private final Clock clock;
    private final BooleanSupplier isClosed;
    private final LocalState<S> state;
    private final AtomicReference<@Nullable Counted<S, ?>> counting = new AtomicReference<>();
    private final AtomicBoolean isPlanned = new AtomicBoolean();
    /** The state when there were too many names and this one was looked at last. */
    private @Nullable S looked;

    /** A cell that holds the initial state, and in which nothing waits. */
    public MemoryCell(StateType<S> type, Clock clock) {
        this(type, clock, () -> true);
    }

    /** @param isClosed whether the clock runs nothing later any more, so that nothing can wait */
    MemoryCell(StateType<S> type, Clock clock, BooleanSupplier isClosed) {
        this.type = type;
        this.clock = clock;
        this.isClosed = isClosed;
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
        applyCounted();
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
        applyCounted();
        Change<S, A> change = Objects.requireNonNull(state.apply(transition));
        Counted<S, ?> begun = counting.get();
        if (begun != null && !begun.canWait(peek())) { // it was begun between the two
            applyCounted();
        }
        return change;
    }

    private void applyCounted() {
        Counted<S, ?> counted = counting.get();
        if (counted != null) {
            counted.close(state);
            counting.compareAndSet(counted, null);
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
        Counted<S, ?> known = counting.get();
        int before = known == null ? Counted.CLOSED : known.add(transition);
        if (before == Counted.CLOSED) {
            done.accept(apply(transition));
            if (transition instanceof Countable<S, A> countable && !isClosed.getAsBoolean()) {
                count(new Counted<>(countable, done));
            }
        } else if (before == 0) {
            applyLater();
        }
    }

    private void count(Counted<S, ?> more) {
        if (more.canWait(peek()) && counting.compareAndSet(null, more) && !more.canWait(peek())) {
            applyCounted(); // somebody who did not see it yet has changed the state
        }
    }

    private void applyLater() {
        if (isClosed.getAsBoolean()) {
            applyCounted();
        } else if (isPlanned.compareAndSet(false, true)) {
            try {
                clock.schedule(COUNTING_NANOS, this::applyPlanned);
            } catch (RuntimeException | Error e) { // the call has succeeded, whatever becomes of the timer
                LOG.log(Level.DEBUG, "Nothing can be scheduled, so nothing waits", e);
                applyPlanned();
            }
        }
    }

    private void applyPlanned() {
        isPlanned.set(false);
        applyCounted();
    }
}
