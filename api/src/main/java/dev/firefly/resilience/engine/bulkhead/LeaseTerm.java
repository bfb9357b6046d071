package dev.firefly.resilience.engine.bulkhead;

/**
 * How long permits last. Those that lapse at about the same time are counted together, so that a node with a thousand
 * permits out has some nine groups of them: a permit lapses no earlier than its term, and at most an eighth later.
 *
 * @param nanos the term, longer than 0
 */
record LeaseTerm(long nanos) {
    private static final int STEPS = 8;

    /**
     * While settings differ, others may take permits for longer than this node does, but whatever the record says, none
     * counts for longer than this from the first call that meets it. A permit that is really held for longer may be given
     * to somebody else as well.
     */
    static final long LONGEST_FOREIGN_NANOS = 24 * 3_600_000_000_000L;

    LeaseTerm {
        if (nanos <= 0) {
            throw new IllegalArgumentException("a term of " + nanos + " ns");
        }
    }

    /** The end of a group that begins with a permit taken now. */
    long end(long now) {
        long earliest = sum(now, nanos);
        long step = Math.max(1, step());
        long over = earliest % step;
        return over == 0 ? earliest : sum(earliest, step - over);
    }

    /** Whether a permit taken now may lapse at such an end. */
    boolean allows(long end, long now) {
        long earliest = sum(now, nanos);
        return end >= earliest && end - earliest <= step();
    }

    /** The latest end of a permit taken now. */
    long latestEnd(long now) {
        return sum(sum(now, nanos), step());
    }

    /** The ledger without leases that end later than anybody's may; the same object when there are none. */
    PermitLedger believable(PermitLedger ledger, long now) {
        return ledger.endingBy(Math.max(latestEnd(now), sum(now, LONGEST_FOREIGN_NANOS)));
    }

    private long step() {
        return nanos / STEPS;
    }

    /** A term of centuries is legal, and added to the time since 1970 more than a long holds. */
    static long sum(long time, long span) {
        return time > Long.MAX_VALUE - span ? Long.MAX_VALUE : time + span;
    }
}
