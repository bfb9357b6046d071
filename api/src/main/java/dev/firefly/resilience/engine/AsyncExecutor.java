package dev.firefly.resilience.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs user code of asynchronous calls where no container lends an executor: few daemon threads, none while idle. */
final class AsyncExecutor implements Executor, AutoCloseable {
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;

    AsyncExecutor() {
        int size = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
        threads = new ThreadPoolExecutor(
                size,
                size,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("firefly-async"));
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
