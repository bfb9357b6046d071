package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BucketTypeTest {
    private static final BucketType TYPE = new BucketType();
    private static final long SECOND = 1_000_000_000;
    private static final Scale TEN_A_SECOND = new Scale(1, SECOND / 10);

    private static byte[] encoded(TokenBucket bucket) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            TYPE.encode(bucket, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] bytes(int maxTokens, long... fields) {
        ByteBuffer out = ByteBuffer.allocate(8 * fields.length + 4);
        for (long field : fields) {
            out.putLong(field);
        }
        return out.putInt(maxTokens).array();
    }

    @Test
    void everyBucketComesBackFromItsBytes() {
        Seeds.each(1_000, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            long perToken = 1 + random.nextLong(Scale.MOST_UNITS / 2);
            TokenBucket bucket = new TokenBucket(
                    random.nextLong(Long.MAX_VALUE),
                    random.nextLong(Scale.MOST_UNITS + 1),
                    new Scale(1 + random.nextLong(perToken), perToken),
                    random.nextInt(Integer.MAX_VALUE));
            ByteBuffer in = ByteBuffer.wrap(encoded(bucket));

            assertThat(TYPE.decode(in)).isEqualTo(bucket);
            assertThat(in.hasRemaining()).isFalse();
        });
    }

    /** A change of these bytes is a change of the format. */
    @Test
    void theBytesAreThoseOfFormatOne() {
        TokenBucket bucket = new TokenBucket(ManualClock.START, 250_000_000, TEN_A_SECOND, 12);

        assertThat(HexFormat.of().formatHex(encoded(bucket)))
                .isEqualTo(
                        "17979cfe362a0000" + "000000000ee6b280" + "0000000000000001" + "0000000005f5e100" + "0000000c");
        assertThat(encoded(TokenBucket.FULL)).isEqualTo(bytes(0, 0, 0, 1, 1));
    }

    @Test
    void whatIsBehindTheBucketIsLeftToTheCaller() {
        ByteBuffer in = ByteBuffer.wrap(Arrays.copyOf(encoded(TokenBucket.FULL), 39));

        TYPE.decode(in);

        assertThat(in.remaining()).isEqualTo(3);
    }

    @Test
    void truncatedBytesAreRefused() {
        byte[] bytes = encoded(new TokenBucket(ManualClock.START, 1, TEN_A_SECOND, 1));
        for (int length = 0; length < bytes.length; length++) {
            ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
            assertThatThrownBy(() -> TYPE.decode(in)).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void numbersThatNobodyWritesAreRefused() {
        long most = Scale.MOST_UNITS;
        long[][] hostile = {
            {-1, 0, 1, 1},
            {0, -1, 1, 1},
            {0, most + 1, 1, 1},
            {0, 0, 0, 1},
            {0, 0, -1, 1},
            {0, 0, 1, 0},
            {0, 0, 2, 1},
            {0, 0, 1, most},
            {Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE}
        };
        for (long[] fields : hostile) {
            ByteBuffer in = ByteBuffer.wrap(bytes(1, fields));
            assertThatThrownBy(() -> TYPE.decode(in)).isInstanceOf(IllegalArgumentException.class);
        }
        ByteBuffer negative = ByteBuffer.wrap(bytes(-1, 0, 0, 1, 1));
        assertThatThrownBy(() -> TYPE.decode(negative)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRecordIsNeededUntilItsBucketIsFull() {
        TokenBucket bucket = new TokenBucket(ManualClock.START, TEN_A_SECOND.unitsPerToken() * 20, TEN_A_SECOND, 20);

        assertThat(TYPE.isNeeded(bucket, ManualClock.START)).isTrue();
        assertThat(TYPE.isNeeded(bucket, ManualClock.START + 2 * SECOND - 1)).isTrue();
        assertThat(TYPE.isNeeded(bucket, ManualClock.START + 2 * SECOND)).isFalse();
        assertThat(TYPE.isNeeded(TokenBucket.FULL, 0)).isFalse();
    }

    @Test
    void aBucketMovesWithTheClockAndAFullOneStays() {
        TokenBucket bucket = new TokenBucket(ManualClock.START, 5, TEN_A_SECOND, 9);

        assertThat(TYPE.shift(bucket, -SECOND))
                .isEqualTo(new TokenBucket(ManualClock.START - SECOND, 5, TEN_A_SECOND, 9));
        assertThat(TYPE.shift(TokenBucket.FULL, -SECOND)).isEqualTo(TokenBucket.FULL);
        assertThat(TYPE.shift(bucket, -2 * ManualClock.START)).isEqualTo(new TokenBucket(0, 5, TEN_A_SECOND, 9));
    }

    @Test
    void thoseWhoLeaveHoldNothing() {
        TokenBucket bucket = new TokenBucket(ManualClock.START, 5, TEN_A_SECOND, 9);

        assertThat(TYPE.released(bucket, owner -> true)).isSameAs(bucket);
    }

    @Test
    void aBucketFromTheFutureIsMovedToThePresentByTheFirstRefusal() {
        Meter meter = new Meter(TEN_A_SECOND, 1, 0);
        long future = ManualClock.START + 3_600 * SECOND;
        TokenBucket bucket = new TokenBucket(future, TEN_A_SECOND.unitsPerToken(), TEN_A_SECOND, 1);

        TokenBucket moved =
                Take.exactly(meter, 1, 0).apply(bucket, ManualClock.START).state();

        assertThat(moved).isEqualTo(new TokenBucket(ManualClock.START, bucket.missingUnits(), TEN_A_SECOND, 1));
        assertThat(Take.exactly(meter, 1, 0).apply(moved, ManualClock.START).state())
                .isSameAs(moved);
    }
}
