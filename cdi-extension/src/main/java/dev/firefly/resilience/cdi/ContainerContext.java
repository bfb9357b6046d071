package dev.firefly.resilience.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where asynchronous calls of an application go on, and in which surroundings. Tasks run
 *
 * <ol>
 *   <li>on the default managed executor of Jakarta Concurrency, in the context that the default context service captured
 *       on the thread of the caller (class loader, naming, security, and what the server adds); where there is none, on
 *       the registry's own executor, with the caller's context class loader;
 *   <li>within that, in what MicroProfile Context Propagation captured there, where it is present;
 *   <li>within that, in an active request context: the one that was carried over, or a new one for the task.
 * </ol>
 *
 * <p>Nothing is looked up before an asynchronous call needs it. What the server lends is never closed. Thread-safe.
 */
final class ContainerContext implements UnaryOperator<Executor> {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");

    private final LookUp<Supplier<Executor>> managed = new LookUp<>(ManagedThreads::find);
    private final LookUp<Supplier<Executor>> propagated = new LookUp<>(ThreadContexts::find);
    private final AtomicBoolean warned = new AtomicBoolean();
    private final RequestContexts requests;

    ContainerContext(RequestContexts requests) {
        this.requests = requests;
    }

    @Override
    public Executor apply(Executor own) {
        Executor lent = captured(managed);
        Executor threads = lent != null ? lent : withClassLoader(own);
        Executor context = captured(propagated);
        return context == null
                ? task -> threads.execute(() -> requests.run(task))
                : task -> threads.execute(() -> context.execute(() -> requests.run(task)));
    }

    /** Captures the context of this thread; null where nothing knows how. */
    private @Nullable Executor captured(LookUp<Supplier<Executor>> source) {
        Supplier<Executor> found = source.get();
        if (found == null) {
            return null;
        }
        try {
            return found.get();
        } catch (RuntimeException | LinkageError e) {
            Level level = warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
            LOG.log(level, "The context of this thread cannot be captured; asynchronous calls go on without it", e);
            return null;
        }
    }

    private static Executor withClassLoader(Executor threads) {
        @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> threads.execute(() -> {
            Thread thread = Thread.currentThread();
            @Nullable ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                task.run();
            } finally {
                thread.setContextClassLoader(before);
            }
        });
    }
}
