package dev.firefly.resilience.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that stands still until it is moved; what falls due runs on the thread that moves it. */
public final class ManualClock implements Clock {
    /** A round number of seconds, so that instants read well in messages. */
    public static final long START = Duration.ofSeconds(1_700_000_000).toNanos();

    private final List<Timer> timers = new ArrayList<>();
    private volatile long now = START;
    private long sequence;

    /** A clock that shows {@link #START}. */
    public ManualClock() {}

    private record Timer(long at, long sequence, Runnable action) {}

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        advance(Duration.ofNanos(nanos));
    }

    @Override
    public synchronized Cancellation schedule(long nanos, Runnable action) {
        long at = nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, nanos);
        Timer timer = new Timer(at, sequence++, action);
        timers.add(timer);
        notifyAll();
        return () -> remove(timer);
    }

    private synchronized void remove(Timer timer) {
        timers.remove(timer);
    }

    /** How many actions are waiting for their time. */
    public synchronized int timers() {
        return timers.size();
    }

    /** Waits until that many actions are waiting for their time. */
    public synchronized void awaitTimers(int count) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (timers.size() < count) {
            long rest = (end - System.nanoTime()) / 1_000_000;
            if (rest <= 0) {
                throw new AssertionError(timers.size() + " timers instead of " + count);
            }
            wait(rest);
        }
    }

    /** Moves time on, and runs in their order the actions that fall due on the way. */
    public void advance(Duration by) {
        long end = now + by.toNanos();
        for (Timer due = nextUntil(end); due != null; due = nextUntil(end)) {
            due.action.run();
        }
        now = end;
    }

    private synchronized Timer nextUntil(long end) {
        Timer first = timers.stream()
                .min(Comparator.comparingLong(Timer::at).thenComparing(Timer::sequence))
                .orElse(null);
        if (first == null || first.at > end) {
            return null;
        }
        timers.remove(first);
        now = Math.max(now, first.at);
        return first;
    }

    /** Sets the clock, forward or back, as an administrator would; nothing falls due by it. */
    public synchronized void step(Duration by) {
        now += by.toNanos();
    }
}
