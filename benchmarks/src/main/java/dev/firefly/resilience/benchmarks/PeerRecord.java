package dev.firefly.resilience.benchmarks;

import java.nio.ByteBuffer;

/** The record of a plain store: as large as a breaker's with a window of 64 outcomes, and changed as that is. */
final class PeerRecord {
    private static final int SIZE = 76;
    private static final int REVISION = 0;
    private static final int AT = 8;
    private static final int FAILED = 16;

    private PeerRecord() {}

    static byte[] initial() {
        return new byte[SIZE];
    }

    /** The record after one more outcome. */
    static byte[] next(byte[] record, boolean failed, long now) {
        ByteBuffer next = ByteBuffer.wrap(record.clone());
        next.putLong(REVISION, next.getLong(REVISION) + 1);
        next.putLong(AT, Math.max(now, next.getLong(AT)));
        next.putLong(FAILED, next.getLong(FAILED) << 1 | (failed ? 1 : 0));
        return next.array();
    }

    static long revision(byte[] record) {
        return ByteBuffer.wrap(record).getLong(REVISION);
    }
}
