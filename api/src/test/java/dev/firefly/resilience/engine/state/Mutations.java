package dev.firefly.resilience.engine.state;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Makes records that nobody has written out of records that somebody has, and out of nothing. */
final class Mutations {
    private static final int HEADER = 35;
    private static final int[] INTS = {
        0, 1, 2, -1, 0x7FFF, 0xFFFF, 1_000_000, 1_000_001, 1 << 30, (1 << 30) + 1, Integer.MAX_VALUE, Integer.MIN_VALUE
    };
    private static final long[] LONGS = {
        0,
        1,
        -1,
        Integer.MAX_VALUE,
        1L << 32,
        RecordFuzz.NOW,
        RecordFuzz.NOW + 500_000_000,
        RecordFuzz.NOW + 3_600_000_000_000L,
        1L << 61,
        (1L << 62) - 1,
        1L << 62,
        (1L << 62) + 1,
        Long.MAX_VALUE - (1L << 32),
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private final SplittableRandom random;

    Mutations(SplittableRandom random) {
        this.random = random;
    }

    /** Something that may lie under a key. */
    byte[] next(List<byte[]> records) {
        byte[] record = records.get(random.nextInt(records.size())).clone();
        if (random.nextInt(20) == 0) {
            return noise(record);
        }
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            record = changed(record, records);
        }
        return record;
    }

    private byte[] noise(byte[] record) {
        byte[] noise = new byte[random.nextInt(300)];
        random.nextBytes(noise);
        int kept = random.nextBoolean() ? Math.min(noise.length, HEADER + random.nextInt(2)) : 0;
        System.arraycopy(record, 0, noise, 0, Math.min(kept, record.length));
        return noise;
    }

    private byte[] changed(byte[] record, List<byte[]> records) {
        int at = place(record.length);
        switch (random.nextInt(8)) {
            case 0 -> record[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> record[at] = (byte) random.nextInt(256);
            case 2 -> {
                return Arrays.copyOf(record, Math.max(1, at));
            }
            case 3 -> {
                byte[] longer = Arrays.copyOf(record, record.length + random.nextInt(1, 64));
                for (int i = record.length; i < longer.length; i++) {
                    longer[i] = (byte) random.nextInt(256);
                }
                return longer;
            }
            case 4 -> {
                byte[] other = records.get(random.nextInt(records.size()));
                int from = Math.min(at, other.length);
                byte[] spliced = Arrays.copyOf(record, at + other.length - from);
                System.arraycopy(other, from, spliced, at, other.length - from);
                return spliced.length == 0 ? record : spliced;
            }
            case 5 -> {
                if (at + 4 <= record.length) {
                    ByteBuffer.wrap(record).putInt(at, INTS[random.nextInt(INTS.length)]);
                }
            }
            default -> {
                if (at + 8 <= record.length) {
                    ByteBuffer.wrap(record).putLong(at, LONGS[random.nextInt(LONGS.length)]);
                }
            }
        }
        return record;
    }

    /** Mostly behind the header, which is soon refused. */
    private int place(int length) {
        boolean inState = length > HEADER && random.nextInt(8) > 0;
        return inState ? random.nextInt(HEADER, length) : random.nextInt(length);
    }
}
