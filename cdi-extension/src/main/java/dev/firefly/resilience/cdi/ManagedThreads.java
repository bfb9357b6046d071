package dev.firefly.resilience.cdi;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The default executor and the default context service of Jakarta Concurrency. To be mentioned only where a
 * {@link LinkageError} is dealt with: a server need not have these classes.
 */
final class ManagedThreads {
    private ManagedThreads() {}

    /**
     * Looks both up, in the naming context of the calling thread.
     *
     * @return captures the context of the thread that asks it
     * @throws NamingException when one is missing
     */
    @SuppressWarnings("BanJNDI") // two fixed names of the server's own
    static Supplier<Executor> find() throws NamingException {
        ManagedExecutorService threads = InitialContext.doLookup("java:comp/DefaultManagedExecutorService");
        ContextService contexts = InitialContext.doLookup("java:comp/DefaultContextService");
        return () -> inCurrentContext(threads, contexts);
    }

    /**
     * The task is handed over in the captured context, which the managed executor carries on to its own thread. Whoever
     * hands it over (a timer, a client's thread) has no context of its own, and servers drop tasks from nowhere.
     *
     * @throws RuntimeException when this thread has no context in which the server would run anything
     */
    private static Executor inCurrentContext(ManagedExecutorService threads, ContextService contexts) {
        Executor context = contexts.currentContextExecutor();
        // Some servers capture whatever there is and refuse it only in use: better now than when a call depends on it.
        context.execute(() -> {});
        return task -> context.execute(() -> threads.execute(task));
    }
}
