package dev.firefly.resilience.core;

/** A clock that goes by {@link MonotonicTime}, however it waits and schedules. */
public abstract class MonotonicClock implements Clock {
    /** For subclasses; there is nothing to set. */
    protected MonotonicClock() {}

    @Override
    public final long nanos() {
        return MonotonicTime.nanos();
    }
}
