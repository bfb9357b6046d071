package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.Bucket;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * The buckets of a time window, oldest first; immutable. The newest stands apart from the earlier ones, of which the sum is
 * kept: as long as an outcome falls into the newest bucket and no other leaves the window, it costs one new bucket,
 * however many there are.
 */
final class Buckets extends AbstractList<Bucket> {
    static final int MOST = 128;

    private static final Bucket NOTHING = new Bucket(Long.MAX_VALUE, 0, 0, 0);

    static final Buckets NONE = new Buckets(List.of(), null);

    private final List<Bucket> earlier;
    private final Bucket earlierSum;
    private final @Nullable Bucket newest;

    private Buckets(List<Bucket> earlier, @Nullable Bucket newest) {
        this(earlier, sum(earlier, Long.MIN_VALUE), newest);
    }

    private Buckets(List<Bucket> earlier, Bucket earlierSum, @Nullable Bucket newest) {
        this.earlier = earlier;
        this.earlierSum = earlierSum;
        this.newest = newest;
    }

    /** @param all oldest first */
    static Buckets of(List<Bucket> all) {
        int last = all.size() - 1;
        return last < 0 ? NONE : new Buckets(List.copyOf(all.subList(0, last)), all.get(last));
    }

    @Override
    public int size() {
        return newest == null ? 0 : earlier.size() + 1;
    }

    @Override
    public Bucket get(int index) {
        return newest != null && index == earlier.size() ? newest : earlier.get(index);
    }

    /** When the newest began; 0 when there is none. */
    long latest() {
        return newest == null ? 0 : newest.start();
    }

    boolean isSpotless() {
        Bucket all = sum(Long.MIN_VALUE);
        return all.failures() == 0 && all.slowCalls() == 0;
    }

    /** The sums over those that began after this. */
    Bucket sum(long horizon) {
        Bucket sum = earliest() > horizon ? earlierSum : sum(earlier, horizon);
        return newest == null || newest.start() <= horizon ? sum : sum.plus(newest);
    }

    private static Bucket sum(List<Bucket> buckets, long horizon) {
        Bucket sum = NOTHING;
        for (Bucket bucket : buckets) {
            if (bucket.start() > horizon) {
                sum = sum.plus(bucket);
            }
        }
        return sum;
    }

    private long earliest() {
        return earlierSum.start();
    }

    /**
     * With so many outcomes of one kind, and without what has left the window.
     *
     * @param horizon a bucket that began no later has left
     * @param widthNanos how long a bucket takes outcomes
     * @param coarseNanos how long one takes them when there are too many
     */
    Buckets plus(Outcome outcome, int times, long now, long horizon, long widthNanos, long coarseNanos) {
        if (newest != null && newest.start() > horizon && now - newest.start() < widthNanos) {
            Bucket more = newest.plus(outcome, times);
            return earliest() > horizon ? new Buckets(earlier, earlierSum, more) : new Buckets(after(horizon), more);
        }
        List<Bucket> closed = new ArrayList<>(after(horizon));
        if (newest != null && newest.start() > horizon) {
            closed.add(newest);
        }
        List<Bucket> few = closed.size() < MOST ? closed : coarser(closed, coarseNanos);
        return new Buckets(List.copyOf(few), new Bucket(now, 0, 0, 0).plus(outcome, times));
    }

    private List<Bucket> after(long horizon) {
        return earlier.stream().filter(bucket -> bucket.start() > horizon).toList();
    }

    /**
     * Joins the older half into buckets as wide as the whole span asks for, of which there are few: only nodes with a far
     * shorter span than others can make so many buckets, and they look at the newer half alone.
     */
    private static List<Bucket> coarser(List<Bucket> buckets, long widthNanos) {
        int half = buckets.size() / 2;
        List<Bucket> next = new ArrayList<>();
        for (Bucket bucket : buckets.subList(0, half)) {
            int last = next.size() - 1;
            if (last >= 0 && bucket.start() - next.get(last).start() < widthNanos) {
                next.set(last, next.get(last).plus(bucket));
            } else {
                next.add(bucket);
            }
        }
        next.addAll(buckets.subList(half, buckets.size()));
        return next;
    }

    Buckets shifted(long nanos) {
        return of(stream()
                .map(b -> new Bucket(Moments.shifted(b.start(), nanos), b.calls(), b.failures(), b.slowCalls()))
                .toList());
    }
}
