package dev.firefly.resilience.cdi;

import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.eclipse.microprofile.context.ThreadContext;

/**
 * MicroProfile Context Propagation, which unlike Jakarta Concurrency can carry the caller's own request context. To be
 * mentioned only where a {@link LinkageError} is dealt with: a server need not have these classes.
 */
final class ThreadContexts {
    private ThreadContexts() {}

    /**
     * Finds the implementation; what is carried is what its configuration says, by default everything but transactions.
     *
     * @return captures the context of the thread that asks it; tasks run in it on the thread that hands them over
     * @throws IllegalStateException when there is none
     */
    static Supplier<Executor> find() {
        ThreadContext contexts = ThreadContext.builder().build();
        return contexts::currentContextExecutor;
    }
}
