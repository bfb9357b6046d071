package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.ContextExecutor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * An executor that somebody else knows how to carry contexts over to. Thread-safe.
 *
 * @param target runs the tasks
 * @param context makes of it, on the thread of a caller, an executor that runs tasks in that caller's context
 */
record CapturingExecutor(Executor target, UnaryOperator<Executor> context) implements ContextExecutor {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience");

    @Override
    public void execute(Runnable task) {
        target.execute(task);
    }

    @Override
    public Executor capture() {
        Executor plain = ContextExecutor.capture(target);
        try {
            return Objects.requireNonNull(context.apply(plain), "no executor was returned");
        } catch (RuntimeException | LinkageError e) {
            // An asynchronous call throws nothing, and a body that has begun must not be lost.
            LOG.log(Level.WARNING, "The context of a caller could not be captured; the call goes on without", e);
            return plain;
        }
    }
}
