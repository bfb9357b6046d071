package dev.firefly.resilience.engine.bulkhead;

import java.util.concurrent.atomic.AtomicLong;

/*
 * Permits in memory that lapse together. Each is counted twice: here, and in the number of all that are out. The count here
 * decides: whoever takes one off it, or closes it for good and so takes off all that is left, takes the same off the other.
 */
final class Cohort implements Lease {
    private static final long CLOSED = -1;
    /** Clocks step back a little now and then; more than that is a clock that was set. */
    private static final long JITTER_NANOS = 1_000_000_000;

    private final LeaseTerm term;
    private final AtomicLong allOut;
    private final AtomicLong held = new AtomicLong();
    private volatile long until;

    Cohort(LeaseTerm term, long until, AtomicLong allOut) {
        this.term = term;
        this.until = until;
        this.allOut = allOut;
    }

    /** Counts one more; false when they have lapsed. */
    boolean join() {
        return held.getAndUpdate(count -> count == CLOSED ? CLOSED : count + 1) != CLOSED;
    }

    @Override
    public void giveBack() {
        if (held.getAndUpdate(count -> count > 0 ? count - 1 : count) > 0) {
            allOut.decrementAndGet();
        }
    }

    /** Ends them all if their time is over. */
    boolean lapse(long now) {
        if (!isDue(now)) {
            return false;
        }
        long left = held.getAndSet(CLOSED);
        if (left > 0) {
            allOut.addAndGet(-left);
        }
        return true;
    }

    /** Ends the cohort if no permit is left in it, and none taken from now on would lapse with it. */
    boolean endIfDone(long now) {
        return !term.allows(until, now) && held.compareAndSet(0, CLOSED);
    }

    /** Whether their time is over. */
    boolean isDue(long now) {
        return until <= now;
    }

    /** Whether they would last longer than any that are taken now: the clock was set back. */
    boolean isAheadOf(long now) {
        return until > LeaseTerm.sum(term.latestEnd(now), JITTER_NANOS);
    }

    /** Lets them last as if they were taken now, so that nobody has to wait for the clock to catch up. */
    void beginAnew(long now) {
        until = term.end(now);
    }

    @Override
    public boolean isOver() {
        return held.get() == CLOSED;
    }

    long held() {
        return Math.max(0, held.get());
    }

    long until() {
        return until;
    }

    boolean accepts(LeaseTerm wanted, long now) {
        return term.nanos() == wanted.nanos() && wanted.allows(until, now) && !isOver();
    }
}
