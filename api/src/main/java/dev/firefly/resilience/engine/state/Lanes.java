package dev.firefly.resilience.engine.state;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs what touches the store, on threads of the store's own. Tasks of one lane run one after the other; a lane that
 * hangs delays only itself. A thread exists only while its lane is busy, and a little longer.
 */
final class Lanes implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.store");
    private static final int IDLE_SECONDS = 10;

    private final Lane[] lanes;
    private final ThreadPoolExecutor threads;

    Lanes(String name, int count) {
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, name + '-' + number.incrementAndGet());
                    thread.setDaemon(true);
                    thread.setContextClassLoader(Lanes.class.getClassLoader());
                    return thread;
                });
        threads.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        lanes = new Lane[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = new Lane();
        }
    }

    /** Runs the task after all that was given to the lane before; not at all once this is closed. */
    void execute(int lane, Runnable task) {
        lanes[Math.floorMod(lane, lanes.length)].add(task);
    }

    @Override
    public void close() {
        threads.shutdown();
    }

    private final class Lane implements Runnable {
        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean busy = new AtomicBoolean();

        void add(Runnable task) {
            tasks.add(task);
            start();
        }

        private void start() {
            if (busy.compareAndSet(false, true)) {
                try {
                    threads.execute(this);
                } catch (Throwable e) {
                    // no thread to be had just now; what is queued goes on with the next task
                    busy.set(false);
                    LOG.log(Level.ERROR, "No thread could be started for the store", e);
                }
            }
        }

        @Override
        public void run() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                run(task);
            }
            busy.set(false);
            if (!tasks.isEmpty()) {
                start();
            }
        }

        private void run(Runnable task) {
            try {
                task.run();
            } catch (Throwable e) {
                // whatever it is, the lane must go on: others wait behind
                LOG.log(Level.ERROR, "A task of the store failed unexpectedly", e);
            }
        }
    }
}
