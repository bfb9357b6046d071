package dev.firefly.resilience.timelimiter;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A few daemon threads, and whether the first task left its thread interrupted. */
final class Pool implements Executor, AutoCloseable {
    private final CompletableFuture<Boolean> firstLeftFlagSet = new CompletableFuture<>();
    private final ExecutorService threads;

    Pool(int size) {
        threads = Executors.newFixedThreadPool(size, task -> {
            Thread thread = new Thread(task, "pool");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(() -> {
            task.run();
            firstLeftFlagSet.complete(Thread.currentThread().isInterrupted());
        });
    }

    /** Waits for the end of the first task. */
    boolean firstLeftFlagSet() throws Exception {
        return firstLeftFlagSet.get(1, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
