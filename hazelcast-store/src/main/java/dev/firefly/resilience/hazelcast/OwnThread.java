package dev.firefly.resilience.hazelcast;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread for one task, which is waited for. Some operations of Hazelcast (starting, configuring and stopping an
 * instance, adding and removing listeners) leave a reference to the instance with the thread that calls them. On a thread
 * of a server, which goes on when the application is gone, that would keep all the classes of the application.
 */
final class OwnThread extends Thread {
    private static final String NAME = "firefly-hazelcast";

    private OwnThread(Runnable task) {
        // Without what the caller's thread hands down to its children.
        super(null, task, NAME, 0, false);
        setDaemon(true);
        setContextClassLoader(Thread.currentThread().getContextClassLoader());
    }

    /**
     * Has the task run as if it ran here: what it throws is thrown here, the context class loader is the caller's, and an
     * interruption of the caller reaches it and is the caller's again afterwards.
     *
     * @throws RuntimeException what the task throws
     */
    static <T> T call(Supplier<T> task) {
        if (Thread.currentThread() instanceof OwnThread) {
            return task.get();
        }
        FutureTask<T> future = new FutureTask<>(task::get);
        OwnThread thread = new OwnThread(future);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The same for what has no result. */
    static void run(Runnable task) {
        call(() -> {
            task.run();
            return true;
        });
    }

    private static RuntimeException thrown(@Nullable Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        // A supplier declares nothing else.
        return Objects.requireNonNull((RuntimeException) failure);
    }
}
