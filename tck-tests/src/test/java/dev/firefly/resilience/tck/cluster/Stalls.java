package dev.firefly.resilience.tck.cluster;

import java.util.concurrent.locks.LockSupport;

/**
 * How long this process as a whole did not get on, because it was stopped or the machine was busy: what a thread of it
 * should have slept, against what it slept.
 */
final class Stalls {
    private static final long PERIOD_NANOS = 5_000_000;

    private volatile Tick last = new Tick(System.nanoTime(), 0);

    private record Tick(long at, long lost) {
        long lostBy(long now) {
            return lost + Math.max(0, now - at - 2 * PERIOD_NANOS);
        }
    }

    Stalls() {
        Thread thread = new Thread(this::tick, "stalls");
        thread.setDaemon(true);
        thread.start();
    }

    @SuppressWarnings("InfiniteLoopStatement")
    private void tick() {
        while (true) {
            LockSupport.parkNanos(PERIOD_NANOS);
            long now = System.nanoTime();
            last = new Tick(now, last.lostBy(now));
        }
    }

    /** Nanoseconds lost so far, those of a stall that is just over included. */
    long lost() {
        return last.lostBy(System.nanoTime());
    }
}
