package dev.firefly.resilience.timelimiter;

import dev.firefly.resilience.core.Guard;

/**
 * Gives a call a limited time. A call that takes longer ends with a {@link TimeoutExceededException}, and a
 * {@link dev.firefly.resilience.event.DeadlineExceeded} event says so. Code inside can ask
 * {@link dev.firefly.resilience.core.Deadline#current()} how much time is left; of nested limits the earliest rules.
 *
 * <p>A synchronous call stays on the caller's thread, so that its transaction, security and request context are intact.
 * At the deadline the thread is interrupted, unless {@code interrupt} is false; code that takes no notice of interrupts
 * keeps its caller until it ends. The interrupt never outlives the call: after one that was interrupted by its limit the
 * thread's flag is clear. What the call brings after the deadline, a result or a failure, is replaced by the
 * {@code TimeoutExceededException}, the failure suppressed in it; a late result is returned instead where
 * {@code late-success} says so. An {@code Error} is thrown as it is.
 *
 * <p>With {@code offload} the call runs on the executor of the registry, in the context of its caller where the executor
 * carries that, and the caller is released at the deadline whatever the call does; if it has not begun by then, it never
 * will. {@code late-success} does not apply, and an {@code Error} that comes later is logged. An interrupt of the waiting
 * caller is passed on to the call, once; the caller goes on waiting, and is interrupted again in the end unless the call
 * has used the interrupt up. What the executor throws when it refuses is thrown as it is.
 *
 * <p>The stage of an asynchronous call fails at the deadline, and the body's stage is cancelled; {@code late-success} does
 * not apply. While the body is begun its thread is interrupted as that of a synchronous call is. With {@code offload} the
 * body is begun on the executor. Code that depends on the stage runs on the executor when the deadline fails it, or, if
 * the executor does not take it up within 20 ms, on a thread of the clock. Cancelling the stage is no timeout.
 *
 * <p>Of limits that nest on one thread each interrupts the code inside it, also when several come at once; that is not
 * promised between limiters of different registries. Closing the registry ends the calls under way as their deadline
 * would. A deadline may be a little late, never early, and is never checked by the call itself: a call that ends before
 * the limit has acted is in time. Thread-safe.
 */
public interface TimeLimiter extends Guard {
    /** The settings now in force. */
    TimeLimiterConfig config();
}
