package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.engine.bulkhead.PermitLedger.Group;
import java.util.concurrent.atomic.AtomicLong;

/** A group of permits in the shared record, as the node sees it that took them. */
final class OwnGroup implements Lease {
    private final Group first;
    private final SharedPermits permits;
    private final AtomicLong released;
    private volatile boolean over;

    /** @param first the group as it was when this node took the first permit of it that it knows of */
    OwnGroup(Group first, SharedPermits permits) {
        this.first = first;
        this.permits = permits;
        this.released = new AtomicLong(first.released());
    }

    boolean isRenewed() {
        return first.renewed();
    }

    /** Under whom it was taken. */
    String owner() {
        return first.owner();
    }

    long number() {
        return first.number();
    }

    @Override
    public void giveBack() {
        permits.released(this, released.incrementAndGet());
    }

    @Override
    public boolean isOver() {
        return over;
    }

    /** Whether the permits of this group, which nobody renews, have lapsed by now; if so, they are over. */
    boolean hasLapsed(long now) {
        over = over || first.until() <= now;
        return over;
    }
}
