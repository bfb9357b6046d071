package dev.firefly.resilience.store;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.event.StoreDegraded;
import dev.firefly.resilience.event.StoreRecovered;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import dev.firefly.resilience.tck.kit.RecordingListener;
import java.time.Duration;
import java.util.Map;

/** A node that shares a breaker (2 failures open it), a limiter (6 tokens) and a bulkhead (6 permits) named {@code x}. */
final class Node implements AutoCloseable {
    /** So many failures, and the store counts as down. */
    static final int FAILURES = 3;

    final ManualClock clock;
    final FaultyStore store;
    final ResilienceRegistry registry;
    final RecordingListener events;

    Node(OnFailure onFailure, Duration lockBlock) {
        this(onFailure, lockBlock, new ManualClock(), null);
    }

    Node(OnFailure onFailure) {
        this(onFailure, Duration.ofMinutes(1)); // nobody is to give up because the machine is busy
    }

    private Node(OnFailure onFailure, Duration lockBlock, ManualClock clock, FaultyStore beside) {
        this.clock = clock;
        this.store = beside == null ? new FaultyStore(clock) : beside.join();
        this.registry = Resilience.builder()
                .clock(clock)
                .store(store)
                .executor(Runnable::run)
                .circuitBreaker(
                        "x", CircuitBreakerConfig.builder().failureThreshold(2).build())
                .circuitBreaker(
                        "over-time",
                        CircuitBreakerConfig.builder()
                                .failureThreshold(2)
                                .windowDuration(Duration.ofMinutes(1))
                                .build())
                .rateLimiter(
                        "x",
                        RateLimiterConfig.builder().maxTokens(6).refillRate(6).build())
                .bulkhead("x", BulkheadConfig.builder().maxConcurrent(6).build())
                .bulkhead("other", BulkheadConfig.builder().build())
                .settings(Settings.of(
                        Map.of(
                                "firefly.resilience.store.lock-block-timeout",
                                lockBlock.toMillis() + "ms",
                                "firefly.resilience.store.on-failure",
                                onFailure.name()),
                        "test"))
                .build();
        this.events = RecordingListener.on(registry.events());
    }

    /** Another node beside this one. */
    Node other(OnFailure onFailure) {
        return new Node(onFailure, Duration.ofMinutes(1), clock, store);
    }

    /** Has both nodes know of each other. */
    void meet(Node other) {
        registry.rateLimiter("x").availableTokens();
        other.registry.rateLimiter("x").availableTokens();
        clock.advance(Duration.ofMillis(250));
        while (registry.storeStatus().registries() < 2
                || other.registry.storeStatus().registries() < 2) {
            Thread.onSpinWait();
        }
    }

    /** Takes the store away and has this node find out. */
    void loseStore() {
        store.goDown();
        for (int i = 0; i < FAILURES && registry.storeStatus().mode() == StoreStatus.Mode.SHARED; i++) {
            try {
                registry.bulkhead("other").tryAcquire().ifPresent(Permit::close);
            } catch (StoreUnavailableException expected) {
                // one of those that are counted
            }
        }
    }

    /** Gives the store back and waits until this node has found out, which it does when it asks next. */
    void regainStore() throws InterruptedException {
        store.recover();
        clock.advance(Duration.ofMillis(500));
        events.await(StoreRecovered.class, 1);
    }

    /**
     * In the store's only lane everything that was asked before is done when this is: it asks twice, since a round that was
     * just ending then goes on to its next only afterwards.
     */
    void settle() {
        for (int i = 0; i < 2; i++) {
            registry.bulkhead("other").acquire().close();
        }
    }

    /** Waits until this node sees so many free permits: what others do becomes known to it in the background. */
    void awaitAvailable(int permits) {
        while (registry.bulkhead("x").availablePermits() != permits) {
            Thread.onSpinWait();
        }
    }

    int degradations() {
        return events.events(StoreDegraded.class).size();
    }

    @Override
    public void close() {
        registry.close();
    }
}
