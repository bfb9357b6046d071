package dev.firefly.resilience.tck.cluster;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.store.StoreStatus.Mode;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What a node does all the time while members come and go: takes tokens and records failures, each of which counts
 * somewhere, and calls the guarded service by a bulkhead and as a probe. It keeps a ledger, a line of output for every
 * update as soon as it is acknowledged, so that it is known even when the node is killed:
 *
 * <pre>
 * # A name     the update was acknowledged
 * # D name     it is in doubt: it may count, once
 * # B millis   a call was kept waiting for so long, longer than any before; without what the whole process was kept
 * # E text     something that must not happen
 * </pre>
 */
final class ChaosLoad {
    /** Names of limiters and circuits that count; enough that every member holds some of them. */
    static final int NAMES = 6;
    /** The threads of a node that take tokens. One more records failures. */
    static final int TAKERS = 2;

    private static final long PAUSE_NANOS = 15_000_000;

    private final ResilienceRegistry registry;
    private final Service service;
    private final String node;
    private final PrintStream out;
    private final Stalls stalls = new Stalls();
    private final Unacknowledged unacknowledged = new Unacknowledged();
    private final AtomicLong worstMillis = new AtomicLong();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final long boundMillis;

    /** One call, with a watch that runs while the library may keep the caller waiting. */
    @FunctionalInterface
    private interface Once {
        void run(int round, Stopwatch watch);
    }

    ChaosLoad(ResilienceRegistry registry, Service service, String node, long boundMillis, PrintStream out) {
        this.registry = registry;
        this.service = service;
        this.node = node;
        this.boundMillis = boundMillis;
        this.out = out;
    }

    void start() {
        for (int i = 0; i < TAKERS; i++) {
            start(this::take);
        }
        start(this::fail);
        Bulkhead bulkhead = registry.bulkhead("shared");
        CircuitBreaker breaker = registry.circuitBreaker("shared");
        for (int i = 0; i < 2; i++) {
            start((round, watch) -> permitted(bulkhead, watch));
            start((round, watch) -> probe(breaker, watch));
        }
    }

    void stop() throws InterruptedException {
        stopped.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void start(Once once) {
        Thread thread = new Thread(() -> loop(once), "load-" + threads.size());
        threads.add(thread);
        thread.start();
    }

    private void loop(Once once) {
        Stopwatch watch = new Stopwatch(stalls);
        for (int round = 0; !stopped.get(); round++) {
            watch.reset();
            try {
                once.run(round, watch);
            } catch (RuntimeException | Error e) {
                out.println("# E " + e);
            }
            if (watch.millis() > worstMillis.getAndAccumulate(watch.millis(), Math::max)) {
                out.println("# B " + watch.millis());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    // ---- what counts

    private void take(int round, Stopwatch watch) {
        RateLimiter limiter = registry.rateLimiter("tokens-" + round % NAMES);
        try {
            boolean taken = limiter.tryAcquire();
            watch.stop();
            out.println(taken ? "# A " + limiter.name() : "# E no token in " + limiter.name());
        } catch (StoreUnavailableException e) {
            watch.stop();
            out.println("# D " + limiter.name());
        }
    }

    /**
     * A failure that cannot be written in time is written later, and its caller is not told. That it was written shows in
     * the time it took, in the state of the store, and in the silence of the log.
     */
    private void fail(int round, Stopwatch watch) {
        CircuitBreaker breaker = registry.circuitBreaker("failures-" + round % NAMES);
        try {
            Decision decision = breaker.permit();
            if (!decision.allowed()) {
                out.println("# E not allowed by " + breaker.name());
                return;
            }
            unacknowledged.begin();
            long start = System.nanoTime();
            boolean shared = registry.storeStatus().mode() == Mode.SHARED;
            decision.recordFailure();
            shared &= registry.storeStatus().mode() == Mode.SHARED;
            boolean inTime = System.nanoTime() - start < boundMillis * 1_000_000 / 2;
            watch.stop();
            out.println((shared && inTime && !unacknowledged.isNoted() ? "# A " : "# D ") + breaker.name());
        } catch (StoreUnavailableException e) {
            watch.stop(); // not admitted, so nothing was recorded
        }
    }

    // ---- what the referee counts

    private void permitted(Bulkhead bulkhead, Stopwatch watch) {
        try {
            bulkhead.call(() -> {
                watch.stop();
                service.call("permitted=true&node=" + node);
                watch.start();
            });
        } catch (BulkheadFullException | StoreUnavailableException e) {
            // on to the next
            Thread.onSpinWait();
        }
        watch.stop();
    }

    private void probe(CircuitBreaker breaker, Stopwatch watch) {
        try {
            Decision decision = breaker.permit();
            watch.stop();
            if (!decision.allowed()) {
                return;
            }
            service.call("probe=" + decision.probe() + "&epoch=" + decision.epoch() + "&node=" + node);
            watch.start();
            decision.recordFailure();
            watch.stop();
        } catch (StoreUnavailableException e) {
            watch.stop();
        }
    }
}
