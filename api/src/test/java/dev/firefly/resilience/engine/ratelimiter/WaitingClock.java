package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A view of a clock moved by hand in which a sleep is one: it ends when the clock has been moved far enough. */
class WaitingClock implements Clock {
    private final ManualClock clock;
    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private int waiting;

    WaitingClock(ManualClock clock) {
        this.clock = clock;
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        CountDownLatch over = new CountDownLatch(1);
        Cancellation alarm = schedule(nanos, over::countDown);
        try {
            if (!over.await(1, TimeUnit.MINUTES)) {
                throw new AssertionError("nobody moves the clock");
            }
        } finally {
            alarm.cancel();
        }
    }

    @Override
    public Cancellation schedule(long nanos, Runnable action) {
        waits.add(Duration.ofNanos(nanos));
        AtomicBoolean over = new AtomicBoolean();
        Cancellation scheduled = clock.schedule(nanos, () -> {
            if (over.compareAndSet(false, true)) {
                add(-1);
                action.run();
            }
        });
        add(1);
        return () -> {
            scheduled.cancel();
            if (over.compareAndSet(false, true)) {
                add(-1);
            }
        };
    }

    private synchronized void add(int number) {
        waiting += number;
        notifyAll();
    }

    /** How many sleep or are scheduled. */
    synchronized int waiting() {
        return waiting;
    }

    /** Waits until that many sleep or are scheduled. */
    synchronized void awaitWaiting(int count) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (waiting != count) {
            long rest = (end - System.nanoTime()) / 1_000_000;
            if (rest <= 0) {
                throw new AssertionError(waiting + " wait instead of " + count);
            }
            wait(rest);
        }
    }

    /** The lengths of all waits so far. */
    List<Duration> waits() {
        return List.copyOf(waits);
    }
}
