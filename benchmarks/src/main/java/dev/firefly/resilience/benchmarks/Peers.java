package dev.firefly.resilience.benchmarks;

import dev.failsafe.Timeout;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** What the peers need more than once. */
final class Peers {
    static final Duration LIMIT = Duration.ofSeconds(30);
    static final int PERMITS = 100;

    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "peer");
        thread.setDaemon(true);
        return thread;
    });

    private Peers() {}

    /** Resilience4j limits the time of a future, so the call runs on a thread of its own. */
    static Supplier<Integer> limited(Supplier<Integer> body) {
        TimeLimiter limiter = TimeLimiter.of(LIMIT);
        return () -> {
            try {
                return limiter.executeFutureSupplier(() -> THREADS.submit(body::get));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Interrupts the calling thread, as ours does. */
    static Timeout<Integer> timeout() {
        return Timeout.<Integer>builder(LIMIT).withInterrupt().build();
    }

    static void close() {
        THREADS.shutdownNow();
    }
}
