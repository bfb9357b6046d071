package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.Permit;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/** The permits that were handed out to be closed by hand, in the order in which they were taken. Thread-safe. */
final class HeldPermits {
    private final BulkheadGate gate;
    private final Deque<HeldPermit> held = new ConcurrentLinkedDeque<>();

    HeldPermits(BulkheadGate gate) {
        this.gate = gate;
    }

    Permit add(Lease lease) {
        forgetLapsed();
        HeldPermit permit = new HeldPermit(gate, lease, held::remove);
        held.addLast(permit);
        return permit;
    }

    /** Whether there are any but lapsed ones. */
    boolean isAnyLeft() {
        forgetLapsed();
        return !held.isEmpty();
    }

    /** Those that nobody closes would fill the memory. */
    private void forgetLapsed() {
        for (HeldPermit oldest = held.peekFirst(); oldest != null && oldest.isOver(); oldest = held.peekFirst()) {
            held.remove(oldest);
        }
    }

    /** Gives the last one back; false when there is none. */
    boolean releaseLast() {
        for (HeldPermit last = held.pollLast(); last != null; last = held.pollLast()) {
            if (last.giveBack()) {
                return true;
            }
        }
        return false;
    }
}
