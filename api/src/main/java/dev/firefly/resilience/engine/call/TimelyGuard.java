package dev.firefly.resilience.engine.call;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Guard;
import org.jspecify.annotations.Nullable;

/**
 * A guard that reads the clock when a call begins. What is around it has often just done so, and can spare it the second
 * reading, which costs a healthy call more than most of what guards do.
 */
public interface TimelyGuard extends Guard {
    /**
     * As {@link #call(CheckedCallable)}.
     *
     * @param clock what was read; a guard that goes by another clock reads its own
     * @param nanos its reading of this moment
     */
    <T extends @Nullable Object, E extends Exception> T callAt(
            Clock clock, long nanos, CheckedCallable<? extends T, E> body) throws E;
}
