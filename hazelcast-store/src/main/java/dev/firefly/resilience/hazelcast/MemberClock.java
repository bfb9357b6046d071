package dev.firefly.resilience.hazelcast;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/*
 * A member takes the cluster's time from the heartbeats of the oldest one. A heartbeat that is handled late, on a busy
 * machine by tens of milliseconds, puts its time behind by as much until the next. Where a record is written by such a
 * member first and then by another, more time seems to have passed than has, and a bucket refills too fast.
 *
 * Being late only ever puts a reading behind. So of the distances to the monotonic clock of this machine, each worked out
 * from one reading of both, the furthest ahead is the truest. It is good for two spans at most, since the two clocks
 * drift; a time that falls back further than any heartbeat is late has been set, and is followed at once.
 */
final class MemberClock {
    /** Longer than the longest usual time between two heartbeats, short enough for the clocks not to drift apart. */
    static final long SPAN_NANOS = 10_000_000_000L;
    /** What is smaller is no step of a clock for those who use it either. */
    static final long STEP_NANOS = 1_000_000_000;

    private final LongSupplier cluster;
    private final LongSupplier monotonic;
    private final AtomicReference<Distance> known;

    /**
     * How far the cluster's time is ahead of the monotonic clock.
     *
     * @param nanos the furthest since this span began
     * @param before the furthest in the span before
     * @param sinceNanos when this span began, on the monotonic clock
     */
    private record Distance(long nanos, long before, long sinceNanos) {
        static Distance first(long nanos, long now) {
            return new Distance(nanos, nanos, now);
        }

        long furthest() {
            return Math.max(nanos, before);
        }

        Distance with(long read, long now) {
            if (read < furthest() - STEP_NANOS) {
                return first(read, now);
            }
            if (now - sinceNanos >= SPAN_NANOS) {
                return new Distance(read, nanos, now);
            }
            return read > nanos ? new Distance(read, before, sinceNanos) : this;
        }
    }

    /**
     * Reads both clocks once.
     *
     * @param cluster the cluster's time as this member has it, in nanoseconds
     * @param monotonic this machine's monotonic clock, in nanoseconds
     */
    MemberClock(LongSupplier cluster, LongSupplier monotonic) {
        this.cluster = cluster;
        this.monotonic = monotonic;
        long read = cluster.getAsLong();
        long now = monotonic.getAsLong();
        known = new AtomicReference<>(Distance.first(read - now, now));
    }

    /** The cluster's time. Thread-safe; never blocks. */
    long nanos() {
        // In this order: a thread that is held up between the two reads the cluster as behind, like a late heartbeat.
        long read = cluster.getAsLong();
        long now = monotonic.getAsLong();
        Distance seen = Objects.requireNonNull(known.get());
        if (read - now < seen.furthest() - STEP_NANOS) {
            // Held up for that long? Hardly twice.
            read = cluster.getAsLong();
            now = monotonic.getAsLong();
        }
        Distance next = seen.with(read - now, now);
        if (next != seen) {
            // Whoever loses leaves its reading out; there will be others.
            known.compareAndSet(seen, next);
        }
        return now + next.furthest();
    }
}
