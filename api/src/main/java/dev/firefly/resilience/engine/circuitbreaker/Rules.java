package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.engine.state.Cell;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A configuration, worked out into what the transitions compare with.
 *
 * @param windowSize the last so many outcomes are judged; 0 when a span of time is
 * @param windowNanos the outcomes of so long are judged; 0 when a number of them is
 * @param minimumCalls no count of failures opens the circuit before so many outcomes
 * @param minimumCallsForRate no rate opens the circuit before so many outcomes
 * @param countsCalls whether a time window must know of successes too
 * @param quorum how many must have had failures before the circuit opens for all
 */
record Rules(
        boolean enabled,
        int failureThreshold,
        @Nullable Rate failureRate,
        @Nullable Rate slowRate,
        long slowNanos,
        int windowSize,
        long windowNanos,
        int minimumCalls,
        int minimumCallsForRate,
        boolean countsCalls,
        long openNanos,
        long jitterNanos,
        int maxProbes,
        int successesToClose,
        long probeNanos,
        Classifier classifier,
        int quorum) {

    private static final int DEFAULT_MINIMUM_OVER_TIME = 10;

    /** @param parts as {@link Cell#parts}: of the probes, each node has its share */
    static Rules of(CircuitBreakerConfig config, int parts) {
        boolean overTime = config.windowDuration().isPresent();
        int fullWindow = overTime ? DEFAULT_MINIMUM_OVER_TIME : config.windowSize();
        int largest = overTime ? Integer.MAX_VALUE : config.windowSize();
        int minimum = Math.min(config.minimumNumberOfCalls().orElse(0), largest);
        int mostFailures = overTime ? CircuitBreakerConfig.MAX_FAILURE_TIMES : Integer.MAX_VALUE;
        boolean anyRate = config.failureRateThreshold().isPresent()
                || config.slowCallDuration().isPresent();
        return new Rules(
                config.enabled() && parts != Cell.UNGUARDED,
                // beyond that only ignored with a rate; a window remembers no more times
                Math.min(config.failureThreshold(), mostFailures),
                config.failureRateThreshold().map(Rate::of).orElse(null),
                slowRate(config),
                config.slowCallDuration().map(Duration::toNanos).orElse(Long.MAX_VALUE),
                overTime ? 0 : config.windowSize(),
                config.windowDuration().map(Duration::toNanos).orElse(0L),
                minimum,
                Math.min(config.minimumNumberOfCalls().orElse(fullWindow), largest),
                anyRate || minimum > 0,
                config.waitDurationInOpen().toNanos(),
                config.openJitter().toNanos(),
                Math.max(1, config.halfOpenMaxCalls() / Math.max(1, parts)),
                config.halfOpenSuccessThreshold(),
                config.halfOpenProbeTimeout().toNanos(),
                config.classifier(),
                parts == 1 ? config.quorum() : 1); // who is alone decides alone
    }

    private static @Nullable Rate slowRate(CircuitBreakerConfig config) {
        Optional<Rate> rate = config.slowCallRateThreshold().map(Rate::of);
        return config.slowCallDuration().isPresent() ? rate.orElse(new Rate(1, 1)) : null;
    }

    boolean isOverTime() {
        return windowNanos > 0;
    }

    /** From this number of outcomes on a further success cannot open the circuit. */
    int mostMinimumCalls() {
        return Math.max(minimumCalls, failureRate != null || slowRate != null ? minimumCallsForRate : 0);
    }

    /** Whether a call that a closed circuit lets pass needs nothing more than its outcome to be seen. */
    boolean isPlain() {
        return !timesCalls() && quorum == 1;
    }

    /** Whether the duration of a call matters. */
    boolean timesCalls() {
        return slowRate != null;
    }
}
