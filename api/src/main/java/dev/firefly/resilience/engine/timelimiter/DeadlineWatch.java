package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.timelimiter.Slot.Alarm;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Watches the deadlines of all calls of one registry. A call puts its deadline into a slot and takes it out when it ends;
 * that is all most calls do. One timer of the clock sweeps the slots when the earliest deadline known is over, and plans
 * the next sweep for the earliest that is left; when there is none, no timer is left either. With one timeout for all, at
 * most one sweep is planned per timeout, however many calls there are.
 *
 * <p>No deadline is overlooked: a call first claims its slot and then reads when the next sweep is planned; a sweep first
 * withdraws its plan and then reads the slots, where it waits for the deadline of a slot that is just being claimed. So a
 * call that relies on the plan of a sweep is seen by that sweep, and every other call makes a plan itself.
 *
 * <p>A sweep that comes before its time takes it for come: a clock that is closed makes everything fall due at once.
 * Nothing here is kept in thread locals, which would outlive the application in the threads of a server. Thread-safe.
 */
public final class DeadlineWatch {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.timelimiter");

    private static final Object MARK_ONLY = new Object();

    private final Clock clock;
    private final SlotTable table;
    private final Sweep none = new Sweep(Slot.NEVER);
    private final AtomicReference<Sweep> planned = new AtomicReference<>(none);
    private final AtomicInteger alarms = new AtomicInteger();

    /** @param clock whose time the deadlines are in, and which runs the sweeps */
    public DeadlineWatch(Clock clock) {
        this(clock, new SlotTable());
    }

    DeadlineWatch(Clock clock, SlotTable table) {
        this.clock = clock;
        this.table = table;
    }

    Clock clock() {
        return clock;
    }

    /** The reading of the clock when that much time has passed; {@link Slot#NEVER} when no {@code long} holds it. */
    long after(Duration span) {
        return after(clock.nanos(), span);
    }

    /** The same from a reading of the clock on. */
    static long after(long nowNanos, Duration span) {
        long nanos = span.toNanos();
        return nanos > Slot.NEVER - nowNanos ? Slot.NEVER : nowNanos + nanos;
    }

    /** Whether that time has come. */
    boolean isOver(long atNanos) {
        return atNanos <= clock.nanos();
    }

    /**
     * Watches a deadline of the calling thread, which has to {@link #end} it.
     *
     * @param interrupt whether to interrupt the thread at the deadline, or only to note that it has come
     */
    Slot begin(long atNanos, boolean interrupt) {
        Thread caller = Thread.currentThread();
        return watched(table.claim(caller.getId(), interrupt ? caller : MARK_ONLY, atNanos), atNanos);
    }

    /**
     * Ends what {@link #begin} began, on the same thread. After a deadline that has interrupted the thread its flag is
     * clear, unless a limit further out has interrupted it too: that interrupt is meant for the code in between as well.
     *
     * @return whether the deadline came first
     */
    boolean end(Slot slot) {
        boolean interrupts = slot.interrupts();
        if (!slot.release()) {
            return false;
        }
        if (interrupts) {
            Thread.interrupted();
            if (isInterruptedFromFurtherOut()) {
                Thread.currentThread().interrupt();
            }
        }
        return true;
    }

    private boolean isInterruptedFromFurtherOut() {
        for (Slot slot : table.all()) {
            if (slot.hasInterruptedCaller()) {
                return true;
            }
        }
        return false;
    }

    /** Rings an alarm at a deadline. The slot has to be {@linkplain Slot#release released} once, by any thread. */
    Slot set(long atNanos, Alarm alarm) {
        // Each from another place: one thread may set thousands.
        return watched(table.claim(alarms.getAndIncrement(), alarm, atNanos), atNanos);
    }

    private Slot watched(Slot slot, long atNanos) {
        if (atNanos < Objects.requireNonNull(planned.get()).atNanos) {
            try {
                plan(atNanos);
            } catch (Throwable broken) {
                end(slot);
                throw broken;
            }
        }
        return slot;
    }

    /** Sees to it that a sweep comes at that time or before. */
    private void plan(long atNanos) {
        Sweep wanted = new Sweep(atNanos);
        Sweep before = planned.getAndUpdate(known -> known.atNanos <= atNanos ? known : wanted);
        if (before.atNanos <= atNanos) {
            return;
        }
        try {
            wanted.start();
        } catch (Throwable broken) {
            // Not back to the sweep before: its time may have come in between, and gone by unused.
            planned.compareAndSet(wanted, none);
            throw broken;
        }
        before.cancel();
    }

    private void sweep(long nowNanos) {
        Slot[] slots = table.all();
        List<Runnable> alarms = new ArrayList<>();
        long next = Slot.NEVER;
        for (Slot slot : slots) {
            next = Math.min(next, fireIfDue(slot, nowNanos, alarms));
        }
        try {
            if (next != Slot.NEVER) {
                plan(Math.max(next, nowNanos + pauseNanos(slots.length)));
            }
        } finally {
            // Only now: who is released by an alarm finds the limits around it fired that were due at the same time.
            alarms.forEach(DeadlineWatch::ring);
        }
    }

    /** Keeps the sweeps of a very large table to a tenth of a processor; below 1,024 slots there is no pause. */
    private static long pauseNanos(int slots) {
        return (long) (slots >> 10) << 14;
    }

    private static long fireIfDue(Slot slot, long nowNanos, List<Runnable> alarms) {
        try {
            return slot.fireIfDue(nowNanos, alarms::add);
        } catch (Throwable e) { // a thread may be of a class of its own, and the other deadlines are still to be kept
            complain(e);
            return Slot.NEVER;
        }
    }

    private static void ring(Runnable alarm) {
        try {
            alarm.run();
        } catch (Throwable e) {
            complain(e);
        }
    }

    private static void complain(Throwable thrown) {
        LOG.log(Level.ERROR, "A call could not be ended at its deadline", thrown);
    }

    /** One planned look at the slots. */
    private final class Sweep implements Runnable {
        final long atNanos;
        private volatile Clock.@Nullable Cancellation timer;

        Sweep(long atNanos) {
            this.atNanos = atNanos;
        }

        void start() {
            Clock.Cancellation scheduled = clock.schedule(atNanos - clock.nanos(), this);
            timer = scheduled;
            if (planned.get() != this) {
                scheduled.cancel();
            }
        }

        /** To be called when another sweep is planned in its place. */
        void cancel() {
            Clock.Cancellation scheduled = timer;
            if (scheduled != null) {
                scheduled.cancel();
            }
        }

        @Override
        public void run() {
            if (planned.compareAndSet(this, none)) {
                sweep(Math.max(clock.nanos(), atNanos));
            }
        }
    }
}
