package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.timelimiter.LateSuccess;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limit of one call.
 *
 * @param config the settings the call began with
 * @param span how long the call may take
 * @param atNanos its end, by the clock of the watch
 * @param deadline what the body is told: this limit, or an earlier one around it
 * @param watch who keeps it
 */
record Limit(TimeLimiterConfig config, Duration span, long atNanos, Deadline deadline, DeadlineWatch watch) {

    /**
     * The limit of a call that begins now, on this thread.
     *
     * @param nowNanos what the clock of the watch says
     */
    static Limit start(TimeLimiterConfig config, DeadlineWatch watch, long nowNanos) {
        Deadline outer = Deadline.current();
        Duration span = config.timeout();
        // On another thread the body does not feel the limits around it, so the earliest of them is kept there as well.
        if (config.offload() && outer.isSet() && outer.remaining().compareTo(span) < 0) {
            span = outer.remaining();
        }
        long atNanos = DeadlineWatch.after(nowNanos, span);
        return new Limit(config, span, atNanos, outer.until(watch.clock(), atNanos), watch);
    }

    /** Runs a body on the calling thread until it ends, in time or late. */
    <V extends @Nullable Object> Ended<V> run(CheckedCallable<? extends V, ?> body) {
        V value = null;
        Throwable failure = null;
        boolean late;
        try (Deadline.Scope scope = deadline.resume()) {
            Slot slot = watch.begin(atNanos, config.interrupt());
            try {
                value = body.call();
            } catch (Throwable thrown) {
                failure = thrown;
            }
            late = watch.end(slot);
        }
        return new Ended<>(value, failure, late);
    }

    /** Whether its end has come. */
    boolean isOver() {
        return watch.isOver(atNanos);
    }

    /** Whether a late result is a result. One that is late on another thread reaches nobody any more. */
    boolean acceptsLateResults() {
        return config.lateSuccess() == LateSuccess.RETURN && !config.offload();
    }
}
