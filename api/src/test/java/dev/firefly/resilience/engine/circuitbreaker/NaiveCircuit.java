package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/** What a circuit breaker is to do, written down in the plainest way: every outcome is kept in a list. */
final class NaiveCircuit {
    private final CircuitBreakerConfig config;
    private final List<Seen> outcomes = new ArrayList<>();
    private final TreeMap<Long, Long> leases = new TreeMap<>();

    Phase phase = Phase.CLOSED;
    long epoch;
    private long openUntil;
    private long nextPermit = 1;
    private int successes;

    private record Seen(long at, Outcome outcome) {}

    NaiveCircuit(CircuitBreakerConfig config) {
        this.config = config;
    }

    private void enter(Phase next) {
        phase = next;
        epoch++;
        outcomes.clear();
        leases.clear();
        nextPermit = 1;
        successes = 0;
    }

    Admission admit(long now) {
        if (phase == Phase.OPEN && now >= openUntil) {
            enter(Phase.HALF_OPEN);
        }
        return switch (phase) {
            case CLOSED, DISABLED -> new Admitted(phase, epoch, 0);
            case OPEN -> new Refused(phase, epoch, openUntil - now);
            case FORCED_OPEN -> new Refused(phase, epoch, -1);
            case HALF_OPEN -> probe(now);
        };
    }

    private Admission probe(long now) {
        long lease = config.halfOpenProbeTimeout().toNanos();
        if (lease == 0) {
            return new Admitted(phase, epoch, 0);
        }
        leases.values().removeIf(until -> until <= now);
        if (leases.size() >= config.halfOpenMaxCalls()) {
            return new Refused(phase, epoch, Collections.min(leases.values()) - now);
        }
        leases.put(nextPermit, now + lease);
        return new Admitted(phase, epoch, nextPermit++);
    }

    Verdict record(long admitted, long permit, Outcome outcome, long now) {
        boolean anyEpoch = admitted == Admission.ANY_EPOCH;
        if (anyEpoch && phase != Phase.CLOSED) {
            return Verdict.DISREGARDED;
        }
        boolean lapsed = permit != 0 && leases.getOrDefault(permit, Long.MIN_VALUE) <= now;
        boolean unrecorded = phase == Phase.OPEN || phase == Phase.FORCED_OPEN;
        if (!anyEpoch && (admitted != epoch || lapsed || unrecorded)) {
            return outcome == Outcome.NEUTRAL && (admitted != epoch || lapsed) ? Verdict.DISREGARDED : Verdict.LATE;
        }
        if (phase == Phase.HALF_OPEN) {
            return settle(permit, outcome, now);
        }
        if (phase == Phase.DISABLED || outcome == Outcome.NEUTRAL) {
            return Verdict.DISREGARDED;
        }
        outcomes.add(new Seen(now, outcome));
        if (trips(now)) {
            open(now, config.waitDurationInOpen().toNanos());
        }
        return Verdict.COUNTED;
    }

    private Verdict settle(long permit, Outcome outcome, long now) {
        leases.remove(permit);
        if (outcome == Outcome.NEUTRAL) {
            return Verdict.DISREGARDED;
        }
        if (outcome != Outcome.SUCCESS) {
            open(now, config.waitDurationInOpen().toNanos());
        } else if (++successes >= config.halfOpenSuccessThreshold()) {
            enter(Phase.CLOSED);
        }
        return Verdict.COUNTED;
    }

    private List<Seen> window(long now) {
        if (config.windowDuration().isPresent()) {
            long after = now - config.windowDuration().get().toNanos();
            return outcomes.stream().filter(seen -> seen.at > after).toList();
        }
        return outcomes.subList(Math.max(0, outcomes.size() - config.windowSize()), outcomes.size());
    }

    int failures(long now) {
        return (int) window(now).stream().filter(seen -> seen.outcome.failed).count();
    }

    private boolean trips(long now) {
        int calls = window(now).size();
        int full = config.windowDuration().map(span -> 10).orElse(config.windowSize());
        int most = config.windowDuration().map(span -> Integer.MAX_VALUE).orElse(config.windowSize());
        boolean enoughForRate =
                calls >= Math.min(most, config.minimumNumberOfCalls().orElse(full));
        boolean enough = calls >= Math.min(most, config.minimumNumberOfCalls().orElse(0));
        int slow = (int) window(now).stream().filter(seen -> seen.outcome.slow).count();
        boolean failed = config.failureRateThreshold()
                .map(rate -> enoughForRate && reaches(failures(now), calls, rate))
                .orElse(enough && failures(now) >= config.failureThreshold());
        return failed
                || config.slowCallDuration().isPresent()
                        && enoughForRate
                        && reaches(slow, calls, config.slowCallRateThreshold().orElse(BigDecimal.ONE));
    }

    private static boolean reaches(int part, int all, BigDecimal rate) {
        return part > 0 && BigDecimal.valueOf(part).compareTo(rate.multiply(BigDecimal.valueOf(all))) >= 0;
    }

    void open(long now, long wait) {
        if (phase != Phase.OPEN) {
            enter(Phase.OPEN);
        }
        openUntil = now + wait;
    }

    void forceOpen() {
        if (phase != Phase.FORCED_OPEN) {
            enter(Phase.FORCED_OPEN);
        }
    }

    void disable() {
        if (phase != Phase.DISABLED) {
            enter(Phase.DISABLED);
        }
    }

    /** An empty closed circuit stays in its epoch. */
    void close() {
        boolean isFresh = phase == Phase.CLOSED && !isAnythingRemembered();
        if (!isFresh) {
            enter(Phase.CLOSED);
        }
    }

    /** A time window that judges by a number of failures remembers nothing else. */
    private boolean isAnythingRemembered() {
        boolean failuresOnly = config.windowDuration().isPresent()
                && config.failureRateThreshold().isEmpty()
                && config.slowCallDuration().isEmpty()
                && config.minimumNumberOfCalls().orElse(0) == 0;
        return outcomes.stream().anyMatch(seen -> !failuresOnly || seen.outcome.failed);
    }

    /** What the next call would meet. */
    Phase shown(long now) {
        return phase == Phase.OPEN && now >= openUntil ? Phase.HALF_OPEN : phase;
    }

    Duration leftOpen(long now) {
        return Duration.ofNanos(Math.max(0, openUntil - now));
    }
}
