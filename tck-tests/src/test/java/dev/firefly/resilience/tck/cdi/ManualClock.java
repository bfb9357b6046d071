package dev.firefly.resilience.tck.cdi;

import dev.firefly.resilience.core.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Time that passes only when it is told to, or when somebody sleeps. */
final class ManualClock implements Clock {
    private final List<Alarm> alarms = new ArrayList<>();
    private long now = Duration.ofDays(20_000).toNanos();

    private record Alarm(long at, Runnable action) {}

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public void sleep(long nanos) {
        advance(Duration.ofNanos(nanos));
    }

    @Override
    public synchronized Cancellation schedule(long nanos, Runnable action) {
        Alarm alarm = new Alarm(now + nanos, action);
        alarms.add(alarm);
        notifyAll();
        return () -> cancel(alarm);
    }

    /** Waits until somebody waits for this clock, and lets that much time pass. */
    void advanceToNextAlarm() throws InterruptedException {
        Alarm next;
        synchronized (this) {
            while (alarms.isEmpty()) {
                wait();
            }
            next = Collections.min(alarms, Comparator.comparingLong(Alarm::at));
        }
        advance(Duration.ofNanos(next.at - nanos()));
    }

    void advance(Duration span) {
        for (Alarm alarm : due(span)) {
            alarm.action.run();
        }
    }

    private synchronized List<Alarm> due(Duration span) {
        now += span.toNanos();
        List<Alarm> due = alarms.stream()
                .filter(alarm -> alarm.at <= now)
                .sorted(Comparator.comparingLong(Alarm::at))
                .toList();
        alarms.removeAll(due);
        return due;
    }

    private synchronized void cancel(Alarm alarm) {
        alarms.remove(alarm);
    }
}
