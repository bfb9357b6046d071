package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.Clock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/* Renews the permits of this node four times in a term, as long as it holds any. */
final class Renewal {
    private static final int TIMES_A_TERM = 4;

    private final Clock clock;
    private final Consumer<LeaseTerm> renew;
    private final ReentrantLock lock = new ReentrantLock();

    // all of these under the lock
    private long held;
    private LeaseTerm term = new LeaseTerm(Long.MAX_VALUE);
    private long turn;
    private Clock.@Nullable Cancellation timer;

    /** @param renew renews for a term; returns at once */
    Renewal(Clock clock, Consumer<LeaseTerm> renew) {
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
                schedule();
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
            }
        } finally {
            lock.unlock();
        }
    }

    private void schedule() {
        cancel();
        long mine = turn;
        long pace = term.nanos() / TIMES_A_TERM;
        long dueNanos = clock.nanos() + pace;
        timer = clock.schedule(pace, () -> due(mine, dueNanos));
    }

    private void cancel() {
        turn++;
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void due(long scheduledAs, long dueNanos) {
        LeaseTerm now;
        lock.lock();
        try {
            // A clock that is closed has everything fall due at once, and again at once.
            if (turn != scheduledAs || clock.nanos() < dueNanos) {
                return;
            }
            now = term;
            schedule();
        } finally {
            lock.unlock();
        }
        renew.accept(now);
    }
}
