package dev.firefly.resilience.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads of a test, each with one job. */
final class Crew implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool(job -> {
        Thread thread = new Thread(job, "store-contract");
        thread.setDaemon(true);
        return thread;
    });

    <T> Future<T> start(Callable<T> job) {
        return threads.submit(job);
    }

    /** Runs the same job on several threads at the same time and answers when all are done. */
    <T> List<T> all(int count, Numbered<T> job) {
        CountDownLatch together = new CountDownLatch(count);
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            running.add(start(() -> {
                together.countDown();
                await(together);
                return job.run(number);
            }));
        }
        return running.stream().map(Crew::result).toList();
    }

    /** The job's result; what it threw is thrown on. */
    static <T> T result(Future<T> job) {
        try {
            return job.get(StoreNodes.PATIENCE.toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("A thread of the test failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("A thread of the test hangs", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(StoreNodes.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("Nobody came");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    /** Without interrupting anybody: an interrupted store thread may leave a lock behind. */
    @Override
    public void close() {
        threads.shutdown();
    }

    /** A job that knows which of several it is. */
    interface Numbered<T> {
        T run(int number) throws Exception;
    }
}
