package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.Permit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One permit, which goes back once. */
final class HeldPermit implements Permit {
    private final BulkheadGate gate;
    private final Lease lease;
    private final Consumer<HeldPermit> closed;
    private final AtomicBoolean given = new AtomicBoolean();

    /** @param closed told once, when it is closed */
    HeldPermit(BulkheadGate gate, Lease lease, Consumer<HeldPermit> closed) {
        this.gate = gate;
        this.lease = lease;
        this.closed = closed;
    }

    @Override
    public void close() {
        if (giveBack()) {
            closed.accept(this);
        }
    }

    /** Gives it back; false when it was given back before. */
    boolean giveBack() {
        if (!given.compareAndSet(false, true)) {
            return false;
        }
        gate.leave(lease);
        return true;
    }

    boolean isOver() {
        return lease.isOver();
    }
}
