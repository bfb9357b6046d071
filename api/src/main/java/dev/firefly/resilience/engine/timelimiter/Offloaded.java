package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Unfinished;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A body on its way to a thread of the executor. It begins there at most once; whoever no longer waits for it can prevent
 * that, or interrupt it. The thread has a deadline of its own, so that the interrupt at the limit never reaches what it
 * does afterwards.
 */
abstract class Offloaded<V extends @Nullable Object> implements Runnable {
    final Limit limit;

    /** Completes when nothing of the body runs any more, also of what it has left running. */
    final CompletableFuture<Boolean> end = new CompletableFuture<>();

    private final CheckedCallable<? extends V, ?> body;
    private final AtomicBoolean taken = new AtomicBoolean();

    /** Armed as long as the body runs, with no time of its own: it is fired by hand, for an interrupt from outside. */
    private final Slot interruption = new Slot();

    private volatile boolean interruptWanted;
    private volatile boolean interruptUnnoticed;

    Offloaded(Limit limit, CheckedCallable<? extends V, ?> body) {
        this.limit = limit;
        this.body = body;
    }

    /**
     * The body has ended on this thread; has to complete {@link #end}.
     *
     * @param left when what the body has left running will have ended, null when there is nothing
     */
    abstract void settle(Ended<V> ended, @Nullable CompletionStage<?> left);

    @Override
    public final void run() {
        if (taken.compareAndSet(false, true)) {
            long mark = Unfinished.mark();
            Ended<V> ended = runInterruptibly();
            settle(ended, Unfinished.since(mark));
        }
    }

    private Ended<V> runInterruptibly() {
        interruption.claim(Thread.currentThread(), Slot.NEVER);
        // Whoever wants an interrupt says so first and then looks at the slot, so here it is the other way round.
        VarHandle.fullFence();
        if (interruptWanted) {
            fireInterruption();
        }
        Ended<V> ended;
        try {
            ended = limit.runElsewhere(body);
        } catch (RuntimeException | Error broken) {
            ended = new Ended<>(null, broken, false);
        }
        if (interruption.release()) {
            interruptUnnoticed = Thread.interrupted();
        }
        return ended;
    }

    /** Prevents the body from beginning; false when it has begun. */
    final boolean abandon() {
        boolean prevented = taken.compareAndSet(false, true);
        if (prevented) {
            end.complete(true);
        }
        return prevented;
    }

    /** Interrupts the body, at once or as soon as it begins; once, and never after it has ended. */
    final void interrupt() {
        interruptWanted = true;
        fireInterruption();
    }

    private void fireInterruption() {
        interruption.fireIfDue(Slot.NEVER, alarm -> {});
    }

    /** Whether that interrupt was delivered, and the body has ended without noticing. */
    final boolean isInterruptUnnoticed() {
        return interruptUnnoticed;
    }
}
