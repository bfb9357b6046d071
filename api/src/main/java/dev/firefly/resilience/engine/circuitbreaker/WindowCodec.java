package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.Bucket;
import dev.firefly.resilience.engine.circuitbreaker.TimeWindow.FailureTimes;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** How windows and the figures taken from them are written down. Lengths are checked before anything is allocated. */
final class WindowCodec {
    private static final int BUCKET_BYTES = 8 + 4 + 4 + 4;

    private WindowCodec() {}

    static void write(OutcomeWindow window, DataOutput out) throws IOException {
        CountWindow count = window.count();
        out.writeInt(count.capacity());
        if (count.capacity() > 0) {
            out.writeInt(count.filled());
            writeLongs(count.failedBits(), out);
            writeLongs(count.slowBits(), out);
        }
        TimeWindow time = window.time();
        out.writeLong(time.spanNanos());
        if (time.isPresent()) {
            out.writeInt(time.keep());
            out.writeBoolean(time.countsCalls());
            write(time.failureTimes(), out);
            out.writeInt(time.buckets().size());
            for (Bucket bucket : time.buckets()) {
                out.writeLong(bucket.start());
                out.writeInt(bucket.calls());
                out.writeInt(bucket.failures());
                out.writeInt(bucket.slowCalls());
            }
        }
    }

    static OutcomeWindow readWindow(ByteBuffer in) {
        return new OutcomeWindow(readCount(in), readTime(in));
    }

    private static CountWindow readCount(ByteBuffer in) {
        int capacity = in.getInt();
        if (capacity == 0) {
            return CountWindow.NONE;
        }
        if (capacity < 0 || capacity > CircuitBreakerConfig.MAX_WINDOW_SIZE) {
            throw new IllegalArgumentException("window of " + capacity);
        }
        int words = CountWindow.words(capacity);
        return CountWindow.of(capacity, in.getInt(), readLongs(in, words), readLongs(in, words));
    }

    private static TimeWindow readTime(ByteBuffer in) {
        long span = in.getLong();
        if (span == 0) {
            return TimeWindow.NONE;
        }
        int keep = in.getInt();
        if (span < 0 || keep < 1 || keep > CircuitBreakerConfig.MAX_FAILURE_TIMES) {
            throw new IllegalArgumentException("window of " + span + " ns with " + keep + " failures");
        }
        boolean countsCalls = in.get() != 0;
        FailureTimes times = readTimes(in, keep);
        return new TimeWindow(span, keep, countsCalls, times, readBuckets(in));
    }

    private static List<Bucket> readBuckets(ByteBuffer in) {
        int count = length(in, BUCKET_BYTES);
        Moments.checked(count, 0, TimeWindow.MOST_BUCKETS, "number of buckets");
        List<Bucket> buckets = new ArrayList<>(count);
        long[] starts = new long[count];
        for (int i = 0; i < count; i++) {
            starts[i] = in.getLong();
            buckets.add(new Bucket(starts[i], readFigure(in), readFigure(in), readFigure(in)));
        }
        Moments.requireAscending(starts);
        return buckets;
    }

    /** Reads a number of outcomes. */
    static int readFigure(ByteBuffer in) {
        return Moments.checked(in.getInt());
    }

    static void write(Tally tally, DataOutput out) throws IOException {
        out.writeInt(tally.calls());
        out.writeInt(tally.failures());
        out.writeInt(tally.slowCalls());
        write(tally.times(), out);
    }

    static Tally readTally(ByteBuffer in) {
        return new Tally(
                readFigure(in), readFigure(in), readFigure(in), readTimes(in, CircuitBreakerConfig.MAX_FAILURE_TIMES));
    }

    private static void write(FailureTimes times, DataOutput out) throws IOException {
        out.writeInt(times.size());
        writeLongs(times.toArray(), out);
    }

    private static FailureTimes readTimes(ByteBuffer in, int most) {
        int count = length(in, Long.BYTES);
        Moments.checked(count, 0, most, "number of failures");
        long[] times = readLongs(in, count);
        Moments.requireAscending(times);
        return FailureTimes.of(times);
    }

    private static void writeLongs(long[] values, DataOutput out) throws IOException {
        for (long value : values) {
            out.writeLong(value);
        }
    }

    private static long[] readLongs(ByteBuffer in, int count) {
        if ((long) count * Long.BYTES > in.remaining()) {
            throw new IllegalArgumentException(count + " numbers in " + in.remaining() + " bytes");
        }
        long[] values = new long[count];
        in.asLongBuffer().get(values);
        in.position(in.position() + count * Long.BYTES);
        return values;
    }

    /** Reads a count of elements and refuses one that cannot fit into what follows. */
    static int length(ByteBuffer in, int smallestElement) {
        int count = in.getInt();
        if (count < 0 || (long) count * smallestElement > in.remaining()) {
            throw new IllegalArgumentException(count + " elements in " + in.remaining() + " bytes");
        }
        return count;
    }
}
