package dev.firefly.resilience.engine.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/** Threads that begin together and are waited for. */
public final class Threads {
    private Threads() {}

    /** Runs the action on so many threads at once, each with its number, and throws what any of them threw. */
    public static void together(int count, IntConsumer action) throws InterruptedException {
        CyclicBarrier start = new CyclicBarrier(count);
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(
                    () -> {
                        try {
                            meet(start);
                            action.accept(number);
                        } catch (Throwable failure) {
                            failures.add(failure);
                        }
                    },
                    "together-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        join(threads);
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " threads failed", failures.get(0));
        }
    }

    static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for the end of threads. */
    public static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(1));
            if (thread.isAlive()) {
                throw new AssertionError(thread + " does not end");
            }
        }
    }
}
