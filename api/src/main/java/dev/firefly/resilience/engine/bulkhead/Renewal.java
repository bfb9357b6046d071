package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.Clock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/*
 * Renews the permits of this node four times in a term, as long as it holds any. The next renewal is scheduled when the
 * last one is in the record: so an outage does not pile them up, and a registry that was closed ends with the last.
 */
final class Renewal {
    private static final int TIMES_A_TERM = 4;

    private final Clock clock;
    private final BiConsumer<LeaseTerm, Runnable> renew;
    private final ReentrantLock lock = new ReentrantLock();

    // all of these under the lock
    private long held;
    private LeaseTerm term = new LeaseTerm(Long.MAX_VALUE);
    private boolean underWay;
    private long turn;
    private Clock.@Nullable Cancellation timer;

    /** @param renew renews for a term, and runs the action when that is in the record */
    Renewal(Clock clock, BiConsumer<LeaseTerm, Runnable> renew) {
        this.clock = clock;
        this.renew = renew;
    }

    /** One permit more to be renewed; of several terms the shortest sets the pace. */
    void begin(LeaseTerm wanted) {
        lock.lock();
        try {
            boolean shorter = held == 0 || wanted.nanos() < term.nanos();
            held++;
            if (shorter) {
                term = wanted;
                if (!underWay || timer != null) {
                    schedule();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** One permit less. */
    void end() {
        lock.lock();
        try {
            held--;
            if (held == 0 && timer != null) {
                cancel();
                underWay = false;
            }
        } finally {
            lock.unlock();
        }
    }

    private void schedule() {
        cancel();
        long mine = ++turn;
        underWay = true;
        timer = clock.schedule(term.nanos() / TIMES_A_TERM, () -> due(mine));
    }

    private void cancel() {
        if (timer != null) {
            timer.cancel();
            timer = null;
            turn++;
        }
    }

    private void due(long scheduledAs) {
        LeaseTerm now;
        lock.lock();
        try {
            if (turn != scheduledAs) {
                return;
            }
            timer = null;
            now = term;
        } finally {
            lock.unlock();
        }
        renew.accept(now, this::renewed);
    }

    private void renewed() {
        lock.lock();
        try {
            if (held > 0) {
                schedule();
            } else {
                underWay = false;
            }
        } finally {
            lock.unlock();
        }
    }
}
