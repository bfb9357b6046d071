package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A clock that is moved by hand. A sleep moves it on at once; a scheduled action waits until it is moved far enough and
 * then runs on the thread that moves it. Thread-safe; no lock is held while an action runs.
 */
public final class ManualTime implements Clock {
    /** What the clock shows when it is new. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Scheduled> scheduled = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private long now = Duration.ofSeconds(START.getEpochSecond()).toNanos();
    private long late;
    private int reads;
    private Runnable duringSleep = () -> {};

    /** Not a record: two actions for the same time are two. */
    private static final class Scheduled {
        final long atNanos;
        final Runnable action;

        Scheduled(long atNanos, Runnable action) {
            this.atNanos = atNanos;
            this.action = action;
        }
    }

    @Override
    public synchronized long nanos() {
        reads++;
        return now;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (nanos <= 0) {
            return;
        }
        note(nanos);
        duringSleep.run();
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted in a wait of " + Duration.ofNanos(nanos));
        }
        moveBy(Duration.ofNanos(nanos + late));
    }

    @Override
    public synchronized Cancellation schedule(long nanos, Runnable action) {
        note(nanos);
        Scheduled added = new Scheduled(now + Math.max(0, nanos), action);
        scheduled.add(added);
        return () -> remove(added);
    }

    private synchronized void note(long nanos) {
        waits.add(Duration.ofNanos(nanos));
    }

    private synchronized void remove(Scheduled action) {
        scheduled.remove(action);
    }

    /** Moves the clock on and runs what falls due on the way, each action at its own time. */
    public void moveBy(Duration span) {
        long end;
        synchronized (this) {
            end = now + span.toNanos();
        }
        for (Optional<Scheduled> due = nextUntil(end); due.isPresent(); due = nextUntil(end)) {
            due.get().action.run();
        }
        synchronized (this) {
            now = Math.max(now, end);
        }
    }

    /** Moves the clock to the next scheduled action and runs it; false when there is none. */
    public boolean runNext() {
        Optional<Scheduled> next = nextUntil(Long.MAX_VALUE);
        next.ifPresent(due -> due.action.run());
        return next.isPresent();
    }

    private synchronized Optional<Scheduled> nextUntil(long end) {
        Optional<Scheduled> next = scheduled.stream()
                .min(Comparator.comparingLong(action -> action.atNanos))
                .filter(due -> due.atNanos <= end);
        next.ifPresent(due -> {
            scheduled.remove(due);
            now = Math.max(now, due.atNanos + late);
        });
        return next;
    }

    /** From now on every sleep and every scheduled action is late by so much. */
    public synchronized void beLateBy(Duration span) {
        late = span.toNanos();
    }

    /** Something to do on the sleeping thread at the beginning of every sleep. */
    public void duringSleep(Runnable action) {
        duringSleep = action;
    }

    /** The lengths of all sleeps and of the delays of all scheduled actions, in order. */
    public synchronized List<Duration> waits() {
        return List.copyOf(waits);
    }

    /** How many scheduled actions have neither run nor been cancelled. */
    public synchronized int pending() {
        return scheduled.size();
    }

    /** How often somebody asked for the time. */
    public synchronized int reads() {
        return reads;
    }

    /** The time as an instant; does not count as a read. */
    public synchronized Instant instant() {
        return Instant.ofEpochSecond(0, now);
    }
}
