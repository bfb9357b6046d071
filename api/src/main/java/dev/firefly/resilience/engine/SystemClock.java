package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.MonotonicClock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The machine's monotonic time; its one thread starts with a scheduled action, and ends when for a while there has been
 * none. When the clock is closed, what is scheduled falls due at once, and so does everything that comes later: whoever
 * waits for it learns that it is over.
 */
final class SystemClock extends MonotonicClock implements AutoCloseable {
    private static final ThreadFactory AFTER_CLOSE = DaemonThreads.named("firefly-late");
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ScheduledThreadPoolExecutor timer;
    private final Set<Due> pending = ConcurrentHashMap.newKeySet();

    /** An action that runs once, whoever comes first. */
    private final class Due implements Runnable {
        private final Runnable action;

        Due(Runnable action) {
            this.action = action;
        }

        @Override
        public void run() {
            if (pending.remove(this)) {
                action.run();
            }
        }
    }

    SystemClock() {
        this(IDLE_NANOS);
    }

    /** @param idleNanos how long the thread stays while nothing is scheduled */
    SystemClock(long idleNanos) {
        timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("firefly-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(idleNanos, TimeUnit.NANOSECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long rest = nanos; rest > 0; rest = end - System.nanoTime()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(this, rest);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @Override
    public Cancellation schedule(long nanos, Runnable action) {
        Due due = new Due(action);
        pending.add(due);
        try {
            ScheduledFuture<?> scheduled = timer.schedule(due, nanos, TimeUnit.NANOSECONDS);
            return () -> {
                pending.remove(due);
                scheduled.cancel(false);
            };
        } catch (RejectedExecutionException e) {
            AFTER_CLOSE.newThread(due).start();
            return () -> pending.remove(due);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        List.copyOf(pending).forEach(Due::run);
    }
}
