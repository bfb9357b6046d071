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
 * @param outer the deadline around it, as far as it matters on another thread
 * @param watch who keeps it
 */
record Limit(TimeLimiterConfig config, Duration span, long atNanos, Deadline outer, DeadlineWatch watch) {

    /**
     * The limit of a call that begins now, on this thread.
     *
     * @param nowNanos what the clock of the watch says
     */
    static Limit start(TimeLimiterConfig config, DeadlineWatch watch, long nowNanos) {
        Duration span = config.timeout();
        if (!config.offload()) {
            return new Limit(config, span, DeadlineWatch.after(nowNanos, span), Deadline.none(), watch);
        }
        // On another thread the body does not feel the limits around it, so the earliest of them is kept there as well.
        Deadline outer = Deadline.current();
        if (outer.isSet() && outer.remaining().compareTo(span) < 0) {
            span = outer.remaining();
        }
        return new Limit(config, span, DeadlineWatch.after(nowNanos, span), outer, watch);
    }

    /** Runs a body on the thread of the call until it ends, in time or late. */
    <V extends @Nullable Object> Ended<V> run(CheckedCallable<? extends V, ?> body) {
        try (Deadline.Scope scope = Deadline.openUntil(watch.clock(), atNanos)) {
            return watched(body);
        }
    }

    /** The same on another thread. */
    <V extends @Nullable Object> Ended<V> runElsewhere(CheckedCallable<? extends V, ?> body) {
        try (Deadline.Scope scope = outer.until(watch.clock(), atNanos).resume()) {
            return watched(body);
        }
    }

    private <V extends @Nullable Object> Ended<V> watched(CheckedCallable<? extends V, ?> body) {
        V value = null;
        Throwable failure = null;
        Slot slot = watch.begin(atNanos, config.interrupt());
        try {
            value = body.call();
        } catch (Throwable thrown) {
            failure = thrown;
        }
        return new Ended<>(value, failure, watch.end(slot));
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
