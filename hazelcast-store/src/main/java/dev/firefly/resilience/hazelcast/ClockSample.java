package dev.firefly.resilience.hazelcast;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;

/**
 * One reading of a member's clock, taken out of an id that the member made up. Such an id is, from the top: milliseconds
 * since 2018 in 41 bits, a sequence number in 6, and in 16 the number of the member, which grows in the order in which
 * members joined.
 *
 * @param member the member's number
 * @param memberMillis its clock, since the Unix epoch
 * @param exact whether that is its clock; an id that carries a sequence number may have been moved into the future,
 *     because those of the present had been used up
 * @param sentNanos the local monotonic clock before the request
 * @param receivedNanos the local monotonic clock after the answer
 */
record ClockSample(int member, long memberMillis, boolean exact, long sentNanos, long receivedNanos) {
    private static final int MEMBER_BITS = 16;
    private static final int SEQUENCE_BITS = 6;
    private static final long EPOCH_MILLIS = 1_514_764_800_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The distance between two ids out of one batch. */
    static final long INCREMENT = 1L << MEMBER_BITS;

    static ClockSample of(long id, long sentNanos, long receivedNanos) {
        long sequence = (id >> MEMBER_BITS) & ((1 << SEQUENCE_BITS) - 1);
        return new ClockSample(
                (int) (id & (INCREMENT - 1)),
                (id >> (MEMBER_BITS + SEQUENCE_BITS)) + EPOCH_MILLIS,
                sequence == 0,
                sentNanos,
                receivedNanos);
    }

    /** What to add to the local monotonic clock to get the member's clock; off by half the round trip at most. */
    long offset() {
        long middle = sentNanos + roundTrip() / 2;
        // The member cut its clock down to the millisecond, which takes half of one on average.
        return memberMillis * NANOS_PER_MILLI + NANOS_PER_MILLI / 2 - middle;
    }

    long roundTrip() {
        return receivedNanos - sentNanos;
    }

    /**
     * The best sample of the member that joined first: that one is the cluster's master, and its clock rules the others'.
     */
    static Optional<ClockSample> best(Collection<ClockSample> samples) {
        return samples.stream()
                .filter(ClockSample::exact)
                .min(Comparator.comparingInt(ClockSample::member).thenComparingLong(ClockSample::roundTrip));
    }

    /** How far the clocks of the sampled members are apart, in nanoseconds. */
    static long spread(Collection<ClockSample> samples) {
        Map<Integer, ClockSample> bestOfEach = new HashMap<>();
        samples.stream()
                .filter(ClockSample::exact)
                .forEach(sample ->
                        bestOfEach.merge(sample.member(), sample, (a, b) -> a.roundTrip() <= b.roundTrip() ? a : b));
        LongSummaryStatistics offsets =
                bestOfEach.values().stream().mapToLong(ClockSample::offset).summaryStatistics();
        return offsets.getCount() < 2 ? 0 : offsets.getMax() - offsets.getMin();
    }
}
