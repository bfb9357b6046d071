package dev.firefly.resilience.engine.circuitbreaker;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * The outcomes of a span of time. The newest failures are kept with their exact times, as many as the threshold asks
 * for. Where successes have to be counted too, outcomes are summed up in buckets of a 32nd of the span, each with the
 * time it began: it belongs to the window while that time does. Nodes whose configured spans differ write buckets of
 * different width into one window; each sums up those it still looks at.
 *
 * Without buckets a success changes nothing.
 */
record TimeWindow(long spanNanos, int keep, boolean countsCalls, FailureTimes failureTimes, Buckets buckets) {
    static final TimeWindow NONE = new TimeWindow(0, 0, false, FailureTimes.NONE, Buckets.NONE);

    private static final int BUCKETS_PER_SPAN = 32;
    static final int MOST_BUCKETS = Buckets.MOST;

    record Bucket(long start, int calls, int failures, int slowCalls) {
        Bucket plus(Outcome outcome, int times) {
            return new Bucket(
                    start,
                    Moments.sum(calls, times),
                    outcome.failed ? Moments.sum(failures, times) : failures,
                    outcome.slow ? Moments.sum(slowCalls, times) : slowCalls);
        }

        Bucket plus(Bucket other) {
            return new Bucket(
                    Math.min(start, other.start),
                    Moments.sum(calls, other.calls),
                    Moments.sum(failures, other.failures),
                    Moments.sum(slowCalls, other.slowCalls));
        }
    }

    TimeWindow(long spanNanos, int keep, boolean countsCalls, FailureTimes failureTimes, List<Bucket> buckets) {
        this(spanNanos, keep, countsCalls, failureTimes, Buckets.of(buckets));
    }

    boolean isPresent() {
        return spanNanos > 0;
    }

    /** The same window, able to serve these rules too. */
    TimeWindow grownFor(Rules rules) {
        int times = rules.failureThreshold();
        if (!rules.isOverTime()
                || rules.windowNanos() <= spanNanos && times <= keep && (countsCalls || !rules.countsCalls())) {
            return this;
        }
        return new TimeWindow(
                Math.max(spanNanos, rules.windowNanos()),
                Math.max(keep, times),
                countsCalls || rules.countsCalls(),
                failureTimes,
                buckets);
    }

    boolean isSpotless() {
        return failureTimes.size() == 0 && buckets.isSpotless();
    }

    /** The window after so many outcomes of one kind, without what has left it. */
    TimeWindow push(Outcome outcome, int times, long now, long widthNanos) {
        if (!isPresent() || !countsCalls && !outcome.failed) {
            return this;
        }
        long horizon = now - spanNanos;
        FailureTimes failed = failureTimes.after(horizon);
        return new TimeWindow(
                spanNanos,
                keep,
                countsCalls,
                outcome.failed ? failed.plus(now, keep) : failed,
                countsCalls ? buckets.plus(outcome, times, now, horizon, widthNanos, bucketWidth(spanNanos)) : buckets);
    }

    /** The width of new buckets for a node that judges by so long a span. */
    static long bucketWidth(long windowNanos) {
        return Math.max(1, windowNanos / BUCKETS_PER_SPAN);
    }

    /** The sums over the last so many nanoseconds. */
    Bucket sum(long windowNanos, long now) {
        return buckets.sum(now - windowNanos);
    }

    /** When the newest outcome in it happened, as far as that is kept; 0 when there is none. */
    long latest() {
        long[] failed = failureTimes.nanos;
        long newestFailure = failed.length == 0 ? 0 : failed[failed.length - 1];
        return Math.max(newestFailure, buckets.latest());
    }

    TimeWindow shifted(long nanos) {
        return new TimeWindow(spanNanos, keep, countsCalls, failureTimes.shifted(nanos), buckets.shifted(nanos));
    }

    /** Moments in ascending order; immutable. */
    static final class FailureTimes {
        static final FailureTimes NONE = new FailureTimes(new long[0]);

        private final long[] nanos;

        private FailureTimes(long[] nanos) {
            this.nanos = nanos;
        }

        static FailureTimes of(long... nanos) {
            return nanos.length == 0 ? NONE : new FailureTimes(nanos.clone());
        }

        long[] toArray() {
            return nanos.clone();
        }

        int size() {
            return nanos.length;
        }

        FailureTimes after(long horizon) {
            int from = 0;
            while (from < nanos.length && nanos[from] <= horizon) {
                from++;
            }
            return from == 0 ? this : new FailureTimes(Arrays.copyOfRange(nanos, from, nanos.length));
        }

        FailureTimes newest(int most) {
            return nanos.length <= most
                    ? this
                    : new FailureTimes(Arrays.copyOfRange(nanos, nanos.length - most, nanos.length));
        }

        FailureTimes plus(long now, int most) {
            FailureTimes kept = newest(Math.max(0, most - 1));
            int last = kept.nanos.length;
            long[] next = Arrays.copyOf(kept.nanos, last + 1);
            // a record may be ahead by a jitter of the clock, and times out of order are taken for damage
            next[last] = last == 0 ? now : Math.max(now, next[last - 1]);
            return new FailureTimes(next);
        }

        FailureTimes shifted(long by) {
            return of(Arrays.stream(nanos).map(at -> Moments.shifted(at, by)).toArray());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof FailureTimes times && Arrays.equals(nanos, times.nanos);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(nanos);
        }
    }
}
