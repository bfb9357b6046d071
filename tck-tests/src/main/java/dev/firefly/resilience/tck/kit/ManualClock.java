package dev.firefly.resilience.tck.kit;

import dev.firefly.resilience.core.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until it is moved. What falls due runs on the thread that moves it, in the order of its times,
 * each action at its own time, with no lock held.
 *
 * <p>There are two ways to sleep by it. By a clock made with the constructor, whoever sleeps moves the time on by that much
 * and goes on at once: for tests with one thread. By one made with {@link #forThreads()}, whoever sleeps waits until another
 * thread has moved the time far enough: for tests in which one thread waits and another one watches it. Nobody is held up
 * for longer than 30 seconds of real time; after that the test has failed.
 *
 * <p>Thread-safe. If several threads move it at once, their moves may overlap instead of adding up.
 */
public final class ManualClock implements Clock {
    /** What a new clock shows, in nanoseconds since the Unix epoch: a round number of seconds. */
    public static final long START = TimeUnit.SECONDS.toNanos(1_700_000_000);

    private final boolean holdsSleepers;
    private final List<Timer> timers = new ArrayList<>();
    private final List<Duration> sleeps = new ArrayList<>();
    private long now = START;
    private long sequence;

    private record Timer(long at, long sequence, boolean sleeper, Runnable action) {}

    /** A clock that shows {@link #START} and that a sleep moves on. */
    public ManualClock() {
        this(false);
    }

    private ManualClock(boolean holdsSleepers) {
        this.holdsSleepers = holdsSleepers;
    }

    /** A clock that shows {@link #START} and by which a thread sleeps until another one has moved it. */
    public static ManualClock forThreads() {
        return new ManualClock(true);
    }

    // ---- the clock

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a sleep of " + Duration.ofNanos(nanos));
        }
        if (nanos <= 0) {
            return;
        }
        synchronized (this) {
            sleeps.add(Duration.ofNanos(nanos));
        }
        if (holdsSleepers) {
            sleepUntilMoved(nanos);
        } else {
            advance(Duration.ofNanos(nanos));
        }
    }

    private void sleepUntilMoved(long nanos) throws InterruptedException {
        CountDownLatch awake = new CountDownLatch(1);
        Timer timer = add(nanos, true, awake::countDown);
        try {
            if (!awake.await(Awaiting.LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("Nobody has moved the clock by the " + Duration.ofNanos(nanos) + " for which "
                        + Thread.currentThread() + " sleeps");
            }
        } finally {
            remove(timer);
        }
    }

    /** An action whose delay is zero or less runs at the next move, be it one by zero. */
    @Override
    public Cancellation schedule(long nanos, Runnable action) {
        Timer timer = add(nanos, false, action);
        return () -> remove(timer);
    }

    private synchronized Timer add(long nanos, boolean sleeper, Runnable action) {
        Timer timer = new Timer(sum(now, Math.max(0, nanos)), sequence++, sleeper, action);
        timers.add(timer);
        notifyAll();
        return timer;
    }

    private synchronized void remove(Timer timer) {
        timers.remove(timer);
        notifyAll();
    }

    // ---- moving it

    /**
     * Moves the time on and runs what falls due on the way, that which is scheduled on the way included. What an action
     * throws ends the move at its time.
     *
     * @param by zero or more; a clock is set back by {@link #step}
     */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("Time does not run backwards, and must not by " + by);
        }
        long end = sum(nanos(), by.toNanos());
        for (Timer due = nextUntil(end); due != null; due = nextUntil(end)) {
            due.action.run();
        }
        synchronized (this) {
            now = Math.max(now, end);
        }
    }

    /**
     * Moves the time on to the next scheduled action or end of a sleep and runs it.
     *
     * @return false when there is none; the clock stands where it stood then
     */
    public boolean runNext() {
        Timer next = nextUntil(Long.MAX_VALUE);
        if (next != null) {
            next.action.run();
        }
        return next != null;
    }

    private synchronized @Nullable Timer nextUntil(long end) {
        Timer first = timers.stream()
                .min(Comparator.comparingLong(Timer::at).thenComparing(Timer::sequence))
                .filter(timer -> timer.at <= end)
                .orElse(null);
        if (first != null) {
            now = Math.max(now, first.at);
            remove(first);
        }
        return first;
    }

    /**
     * Sets the clock, forward or back, as an administrator would: no time passes and nothing falls due by it. The library's
     * own clock never does that, but the clock of a store may; see {@link FaultInjectingStore#stepClock}.
     */
    public synchronized void step(Duration by) {
        now = sum(now, by.toNanos());
    }

    // ---- looking at it

    /** What the clock shows. */
    public synchronized Instant now() {
        return Instant.ofEpochSecond(0, now);
    }

    /** The lengths of all sleeps so far, in the order in which they began; those of zero or less are none. */
    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /** How many actions are scheduled and have neither run nor been cancelled. */
    public synchronized int timers() {
        return (int) timers.stream().filter(timer -> !timer.sleeper).count();
    }

    /** How many threads sleep. */
    public synchronized int sleepers() {
        return (int) timers.stream().filter(Timer::sleeper).count();
    }

    /**
     * Waits in real time until at least so many actions are scheduled.
     *
     * @throws AssertionError when there are not so many within 30 seconds
     */
    public synchronized void awaitTimers(int count) throws InterruptedException {
        Awaiting.until(this, () -> timers() >= count, () -> timers() + " scheduled actions instead of " + count);
    }

    /**
     * Waits in real time until at least so many threads sleep.
     *
     * @throws AssertionError when there are not so many within 30 seconds
     */
    public synchronized void awaitSleepers(int count) throws InterruptedException {
        Awaiting.until(this, () -> sleepers() >= count, () -> sleepers() + " sleeping threads instead of " + count);
    }

    private static long sum(long nanos, long more) {
        return more > 0 && nanos > Long.MAX_VALUE - more ? Long.MAX_VALUE : nanos + more;
    }
}
