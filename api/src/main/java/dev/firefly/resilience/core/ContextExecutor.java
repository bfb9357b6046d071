package dev.firefly.resilience.core;

import java.util.concurrent.Executor;

/**
 * An executor that can carry the surroundings of a thread over to others: security, naming, logging or request context.
 * The library captures once, on the thread that begins an asynchronous call, and runs everything that call needs later
 * (attempts, fallbacks, callbacks) on what it captured. Implementations are thread-safe.
 */
public interface ContextExecutor extends Executor {
    /** An executor that runs each of its tasks in the context of the thread that calls this method now. */
    Executor capture();

    /** Captures the calling thread's context where the executor knows how; else the executor itself. */
    static Executor capture(Executor executor) {
        return executor instanceof ContextExecutor contextual ? contextual.capture() : executor;
    }
}
