package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The test kit's clock, with what only the tests of waiting need: it can be late, and it remembers who asked for what. */
public final class ManualTime implements Clock {
    /** What the clock shows when it is new. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock clock = new ManualClock();
    private final List<Duration> waits = new ArrayList<>();
    private long late;
    private int reads;
    private Runnable duringSleep = () -> {};

    /** A clock that shows {@link #START}. */
    public ManualTime() {
        clock.step(Duration.between(clock.now(), START));
    }

    @Override
    public synchronized long nanos() {
        reads++;
        return clock.nanos();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (nanos <= 0) {
            return;
        }
        note(nanos);
        duringSleep.run();
        clock.sleep(nanos + late());
    }

    @Override
    public Cancellation schedule(long nanos, Runnable action) {
        note(nanos);
        return clock.schedule(Math.max(0, nanos) + late(), action);
    }

    private synchronized void note(long nanos) {
        waits.add(Duration.ofNanos(nanos));
    }

    private synchronized long late() {
        return late;
    }

    /** Moves the clock on and runs what falls due on the way, each action at its own time. */
    public void moveBy(Duration span) {
        clock.advance(span);
    }

    /** Moves the clock to the next scheduled action and runs it; false when there is none. */
    public boolean runNext() {
        return clock.runNext();
    }

    /** From now on every sleep and every action that is scheduled is late by so much. */
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
    public int pending() {
        return clock.timers();
    }

    /** How often somebody asked for the time. */
    public synchronized int reads() {
        return reads;
    }

    /** The time as an instant; does not count as a read. */
    public Instant instant() {
        return clock.now();
    }
}
