package dev.firefly.resilience.engine.bulkhead;

import java.util.concurrent.atomic.AtomicLong;

/** A group of permits in the shared record, as the node sees it that took them. */
final class OwnGroup implements Lease {
    private final String owner;
    private final long number;
    private final boolean renewed;
    private final SharedPermits permits;
    private final AtomicLong released = new AtomicLong();
    private volatile boolean over;

    OwnGroup(String owner, long number, boolean renewed, SharedPermits permits) {
        this.owner = owner;
        this.number = number;
        this.renewed = renewed;
        this.permits = permits;
    }

    boolean isRenewed() {
        return renewed;
    }

    /** Under whom it was taken. */
    String owner() {
        return owner;
    }

    long number() {
        return number;
    }

    @Override
    public void giveBack() {
        permits.released(this, released.incrementAndGet());
    }

    @Override
    public boolean isOver() {
        return over;
    }

    /** The group is not in the record any more, and never will be again. */
    void end() {
        over = true;
    }
}
