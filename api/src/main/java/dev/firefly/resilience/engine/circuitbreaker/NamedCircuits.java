package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Drives circuits by name, and remembers which probes were handed out so. */
public final class NamedCircuits implements CircuitBreakers {
    /** How long a probe without a lease is remembered. */
    private static final long UNLEASED_NANOS = Duration.ofMinutes(1).toNanos();

    private final Function<String, StoredCircuitBreaker> configured;
    private final BiFunction<String, CircuitBreakerConfig, StoredCircuitBreaker> explicit;
    /** So few names are not looked through. */
    private static final int FEW = 1_000;

    private final Clock clock;
    private final Map<String, Queue<OpenProbe>> probes = new ConcurrentHashMap<>();

    private volatile int nextLook = FEW;

    /** A probe that was handed out; worth nothing once its lease has ended. */
    private record OpenProbe(CircuitDecision decision, long since, long lease) {}

    /**
     * @param configured finds the registry's own instance
     * @param explicit makes one for the same circuit that judges by another configuration
     */
    public NamedCircuits(
            Function<String, StoredCircuitBreaker> configured,
            BiFunction<String, CircuitBreakerConfig, StoredCircuitBreaker> explicit,
            Clock clock) {
        this.configured = configured;
        this.explicit = explicit;
        this.clock = clock;
    }

    @Override
    public BreakerState state(String name) {
        return configured.apply(name).state();
    }

    @Override
    public BreakerState state(String name, CircuitBreakerConfig config) {
        return explicit.apply(name, config).state();
    }

    @Override
    public boolean isOpen(String name) {
        return configured.apply(name).wouldRefuse() != null;
    }

    @Override
    public boolean isOpen(String name, CircuitBreakerConfig config) {
        return explicit.apply(name, config).wouldRefuse() != null;
    }

    @Override
    public Duration retryAfter(String name) {
        return retryAfter(configured.apply(name));
    }

    @Override
    public Duration retryAfter(String name, CircuitBreakerConfig config) {
        return retryAfter(explicit.apply(name, config));
    }

    private static Duration retryAfter(StoredCircuitBreaker breaker) {
        Refused refused = breaker.wouldRefuse();
        if (refused == null) {
            return Duration.ZERO;
        }
        return refused.retryAfter().orElseGet(ChronoUnit.FOREVER::getDuration);
    }

    @Override
    public Decision permit(String name) {
        return permit(name, configured.apply(name));
    }

    @Override
    public Decision permit(String name, CircuitBreakerConfig config) {
        return permit(name, explicit.apply(name, config));
    }

    private Decision permit(String name, StoredCircuitBreaker breaker) {
        CircuitDecision decision = breaker.permit();
        if (decision.probe()) {
            OpenProbe probe =
                    new OpenProbe(decision, clock.nanos(), breaker.probeLease().toNanos());
            probes.compute(name, (key, open) -> {
                Queue<OpenProbe> queue = open == null ? new ConcurrentLinkedQueue<>() : open;
                queue.removeIf(this::isOver);
                queue.add(probe);
                return queue;
            });
            forgetLapsed();
        }
        return decision;
    }

    /** Nobody may ask for their names again; looked through whenever there are twice as many as after the last look. */
    private void forgetLapsed() {
        if (probes.size() >= nextLook) {
            probes.keySet()
                    .forEach(name -> probes.computeIfPresent(name, (key, open) -> {
                        open.removeIf(this::isOver);
                        return open.isEmpty() ? null : open;
                    }));
            nextLook = Math.max(FEW, 2 * probes.size());
        }
    }

    /** For how many names probes are remembered. */
    int remembered() {
        return probes.size();
    }

    private boolean isOver(OpenProbe probe) {
        long valid = probe.lease > 0 ? probe.lease : UNLEASED_NANOS;
        return probe.decision.isSettled() || clock.nanos() - probe.since > valid;
    }

    private @Nullable CircuitDecision oldestProbe(String name) {
        @Nullable OpenProbe[] oldest = new OpenProbe[1];
        probes.computeIfPresent(name, (key, open) -> {
            open.removeIf(this::isOver);
            oldest[0] = open.poll();
            return open.isEmpty() ? null : open;
        });
        return oldest[0] == null ? null : oldest[0].decision;
    }

    @Override
    public void recordSuccess(String name) {
        record(name, configured.apply(name), Outcome.SUCCESS);
    }

    @Override
    public void recordSuccess(String name, CircuitBreakerConfig config) {
        record(name, explicit.apply(name, config), Outcome.SUCCESS);
    }

    @Override
    public void recordFailure(String name) {
        record(name, configured.apply(name), Outcome.FAILURE);
    }

    @Override
    public void recordFailure(String name, CircuitBreakerConfig config) {
        record(name, explicit.apply(name, config), Outcome.FAILURE);
    }

    private void record(String name, StoredCircuitBreaker breaker, Outcome outcome) {
        CircuitDecision probe = oldestProbe(name);
        if (probe == null) {
            breaker.recordAnyway(outcome);
        } else if (outcome.failed) {
            probe.recordFailure();
        } else {
            probe.recordSuccess();
        }
    }

    @Override
    public void open(String name, Duration wait) {
        configured.apply(name).open(wait);
    }

    @Override
    public void open(String name, Duration wait, CircuitBreakerConfig config) {
        explicit.apply(name, config).open(wait);
    }

    @Override
    public void close(String name) {
        configured.apply(name).close();
    }

    @Override
    public void close(String name, CircuitBreakerConfig config) {
        explicit.apply(name, config).close();
    }
}
