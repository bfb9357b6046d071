package dev.firefly.resilience.retry;

import dev.firefly.resilience.core.Guard;

/**
 * Makes a call again when it failed in a way that may pass, after a wait. Synchronous calls wait on the calling thread;
 * asynchronous ones wait without a thread.
 *
 * <p>When it gives up, the last failure is thrown unchanged, unless {@code wrap-exhausted} asks for a
 * {@link RetryExhaustedException}; the last result that was not accepted is returned. An interrupted wait ends the retry:
 * the thread's interrupt flag is set again, and the last failure is thrown with the interruption suppressed in it, or
 * after a result a {@code RetryExhaustedException} with the interruption as its cause. An interrupted thread makes no
 * other attempt even where there is no wait.
 *
 * <p>Failures are classified, handed to callbacks and announced without the wrappers that {@code java.util.concurrent}
 * puts around them; the caller gets the last one as it was thrown, or as its stage gave it.
 *
 * <p>Of an asynchronous call, attempts that end at once follow each other on the thread that began them; after a wait, or
 * when an attempt ends later, the call goes on on the library's executor. If that refuses, the call ends with its last
 * failure, and the refusal suppressed in it. Thread-safe.
 */
public interface Retry extends Guard {
    /** The settings now in force. */
    RetryConfig config();
}
