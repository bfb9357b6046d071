package dev.firefly.resilience.engine.timelimiter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The place of one deadline. A single word says what it is in: free, claimed, armed, firing or fired; while it is armed
 * the word is the deadline itself, in nanoseconds of the clock.
 *
 * <pre>
 *   FREE -&gt; CLAIMED -&gt; deadline -&gt; CLAIMED -&gt; FREE           the call ends in time
 *                      deadline -&gt; FIRING  -&gt; FIRED -&gt; FREE  the deadline comes first
 * </pre>
 *
 * <p>Only who has claimed a slot releases it, once, whether it has fired or not. A release that finds it firing waits for
 * the few steps that are left: no interrupt is delivered after it. Because the word is the deadline, a slot that is
 * released and armed again between a look at it and the attempt to fire it fires only when the new deadline is the very
 * same as the old one, and so is over as well.
 */
final class Slot {
    /** A deadline that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long FREE = 0;
    private static final long CLAIMED = -1;
    private static final long FIRING = -2;
    private static final long FIRED = -3;

    /** Who is between two states needs this long only; a thread put aside just there is not waited for at full speed. */
    private static final int SPINS = 100;

    private static final long PAUSE_NANOS = 1_000;

    /** How often a sweep asks about a slot that is just being claimed or freed, before it goes on and comes again. */
    private static final int PATIENCE = SPINS + 10;

    private static final long AGAIN_NANOS = 1_000_000;

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Slot.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long word;

    /** A thread, an {@link Alarm}, or anything else for a mere mark. Written while claimed, so ordered by the word. */
    private @Nullable Object target;

    // Fills a cache line, or calls on other processors whose slots are neighbours would slow each other down.
    @SuppressWarnings("unused")
    private long pad0, pad1, pad2, pad3, pad4;

    /** What is to be done at a deadline, other than to interrupt a thread. */
    interface Alarm {
        /**
         * Runs on the clock's thread, once the slot has fired. It must be quick, and harmless when it comes a moment after
         * the slot was released.
         *
         * @param slot the slot that fired; it still has to be released by whoever ends the call
         */
        void ring(Slot slot);
    }

    /**
     * Takes the slot and arms it, if it is free. Only the claim is ordered before what the caller does next, not the
     * deadline: whoever looks in between sees that the slot is claimed, and waits.
     *
     * @param target a thread to interrupt, or an {@link Alarm} to ring; with anything else the slot only notes that it fired
     * @param atNanos the deadline, greater than 0
     */
    boolean claim(Object target, long atNanos) {
        if (word != FREE || !WORD.compareAndSet(this, FREE, CLAIMED)) {
            return false;
        }
        this.target = target;
        WORD.setRelease(this, atNanos);
        return true;
    }

    boolean isFree() {
        return word == FREE;
    }

    /** Whether the slot, held by the caller, interrupts a thread. */
    boolean interrupts() {
        return target instanceof Thread;
    }

    /** Whether the slot has interrupted the calling thread, or is about to. */
    boolean hasInterruptedCaller() {
        long now = word;
        return (now == FIRED || now == FIRING) && target == Thread.currentThread();
    }

    /**
     * Fires the slot if its deadline is over.
     *
     * @param alarms is given the alarm to ring afterwards, if there is one
     * @return the deadline that is still to come, or when to look again; {@link #NEVER} when there is none
     */
    long fireIfDue(long nowNanos, Consumer<Runnable> alarms) {
        long deadline = await(CLAIMED, PATIENCE);
        if (deadline <= FREE) {
            return deadline == CLAIMED ? Math.min(nowNanos, NEVER - AGAIN_NANOS) + AGAIN_NANOS : NEVER;
        }
        if (deadline > nowNanos) {
            return deadline;
        }
        if (WORD.compareAndSet(this, deadline, FIRING)) {
            fire(alarms);
        }
        return NEVER;
    }

    private void fire(Consumer<Runnable> alarms) {
        try {
            if (target instanceof Thread thread) {
                thread.interrupt();
            } else if (target instanceof Alarm alarm) {
                alarms.accept(() -> alarm.ring(this));
            }
        } finally {
            word = FIRED;
        }
    }

    /**
     * Gives the slot back.
     *
     * @return whether it has fired
     */
    boolean release() {
        long now = word;
        boolean fired = now <= FREE || !WORD.compareAndSet(this, now, CLAIMED);
        if (fired) {
            await(FIRING, Integer.MAX_VALUE);
        }
        target = null;
        WORD.setRelease(this, FREE);
        return fired;
    }

    /** The word, once another thread has taken the few steps out of that state. */
    private long await(long passing, int patience) {
        long now = word;
        for (int asked = 0; now == passing && asked < patience; asked++) {
            if (asked < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
            now = word;
        }
        return now;
    }
}
