package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.Bucket;
import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.FailureTimes;
import dev.firefly.resilience.engine.circuitbreaker.Trip.Cause;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes a closed circuit remembers: a number of them, those of a span of time, or both while nodes of a rolling
 * deployment are configured differently. Each part is as large as the most demanding node needs it.
 */
record OutcomeWindow(CountWindow count, TimeWindow time) {
    static final OutcomeWindow EMPTY = new OutcomeWindow(CountWindow.NONE, TimeWindow.NONE);

    /** Whether another success would change nothing and the window serves these rules. */
    boolean isSettledFor(Rules rules) {
        return count.isSettled()
                && count.capacity() >= rules.windowSize()
                && time.grownFor(rules) == time
                && !time.countsCalls();
    }

    boolean isEmpty() {
        return count.filled() == 0
                && time.failureTimes().size() == 0
                && time.buckets().isEmpty();
    }

    /** Whether all that is in it, or has been and is not yet out of it, is good. */
    boolean isSpotless() {
        return count.failures(count.capacity()) == 0 && count.slowCalls(count.capacity()) == 0 && time.isSpotless();
    }

    /** The window after so many outcomes of one kind. */
    OutcomeWindow push(Outcome outcome, int times, long now, Rules rules) {
        CountWindow counted = count.grownTo(rules.windowSize()).push(outcome, times);
        TimeWindow timed = time.grownFor(rules).push(outcome, times, now, bucketWidth(rules));
        return counted == count && timed == time ? this : new OutcomeWindow(counted, timed);
    }

    private long bucketWidth(Rules rules) {
        return TimeWindow.bucketWidth(rules.isOverTime() ? rules.windowNanos() : time.spanNanos());
    }

    /** What these rules see in the window. */
    Tally tally(Rules rules, long now) {
        if (!rules.isOverTime()) {
            int size = rules.windowSize();
            return new Tally(count.calls(size), count.failures(size), count.slowCalls(size), FailureTimes.NONE);
        }
        FailureTimes times =
                time.failureTimes().after(now - rules.windowNanos()).newest(rules.failureThreshold());
        Bucket sum = time.sum(rules.windowNanos(), now);
        // a rate is one of the calls that are counted; a bucket leaves as a whole, its failures' times one by one
        int failures = rules.failureRate() == null ? Math.max(sum.failures(), times.size()) : sum.failures();
        return new Tally(sum.calls(), failures, sum.slowCalls(), times);
    }

    /** Whether these rules open the circuit now, and why; null when they do not. */
    @Nullable
    Trip judge(Rules rules, long now) {
        Tally tally = tally(rules, now);
        Cause cause = null;
        if (rules.failureRate() == null) {
            if (tally.calls() >= rules.minimumCalls() && tally.failures() >= rules.failureThreshold()) {
                cause = Cause.FAILURES;
            }
        } else if (tally.calls() >= rules.minimumCallsForRate()
                && rules.failureRate().isReached(tally.failures(), tally.calls())) {
            cause = Cause.FAILURE_RATE;
        }
        if (cause == null
                && rules.slowRate() != null
                && tally.calls() >= rules.minimumCallsForRate()
                && rules.slowRate().isReached(tally.slowCalls(), tally.calls())) {
            cause = Cause.SLOW_CALLS;
        }
        return cause == null ? null : new Trip(cause, tally);
    }

    OutcomeWindow shifted(long nanos) {
        return time.isPresent() ? new OutcomeWindow(count, time.shifted(nanos)) : this;
    }
}
