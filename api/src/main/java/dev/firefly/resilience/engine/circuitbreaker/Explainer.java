package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Explanation;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.store.StoreStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Says why a circuit is in its state. Pure. */
final class Explainer {
    private final String subject;
    private final CircuitBreakerConfig config;
    private final Rules rules;

    /** @param subject what its sentences begin with */
    private Explainer(String subject, Rules rules, CircuitBreakerConfig config) {
        this.subject = subject;
        this.config = config;
        this.rules = rules;
    }

    Explainer(String name, CircuitBreakerConfig config, Rules rules) {
        this("Circuit breaker [" + name + "] ", rules, config);
    }

    /** For the circuit of this node alone, while the shared one is closed. */
    Explainer ofThisNodeAlone() {
        return new Explainer(
                subject + "is CLOSED for the cluster, since fewer nodes than its quorum of " + rules.quorum()
                        + " have had failures; this node alone is held off because of its own calls: its circuit ",
                rules,
                config);
    }

    /** @param store how the circuit stands with the store */
    Explanation explain(Circuit circuit, long now, StoreStatus store) {
        Tally tally = CircuitViews.tally(circuit, now, rules);
        Optional<Duration> retryAfter = Optional.of(Duration.ZERO);
        if (CircuitTransitions.admit(circuit, now, rules, "").answer() instanceof Refused refused) {
            retryAfter = refused.retryAfter();
        }
        return new Explanation(
                subject + text(circuit, now, tally) + StoreWords.of(store),
                CircuitViews.state(circuit, now, rules),
                tally.calls(),
                tally.failures(),
                tally.slowCalls(),
                rules.failureRate() == null ? rules.minimumCalls() : rules.minimumCallsForRate(),
                StoreWords.retryAfter(store, retryAfter),
                store);
    }

    private String text(Circuit circuit, long now, Tally tally) {
        if (circuit instanceof Closed closed) {
            return "is CLOSED: " + figures(tally) + " in the window (" + window() + "); it opens on " + thresholds()
                    + "." + missingQuorum(closed, now);
        }
        if (circuit instanceof Open open) {
            String since = "at " + CircuitViews.instant(open.openedAt()) + " for " + format(open.openFor()) + ", "
                    + cause(open.trip());
            return open.rest(now) > 0
                    ? "is OPEN: it opened " + since + ". It admits a probe in " + format(open.rest(now)) + "."
                    : "is HALF_OPEN: it opened " + since + ". That wait is over and the next call becomes a probe.";
        }
        if (circuit instanceof HalfOpen halfOpen) {
            return "is HALF_OPEN: it opened at " + CircuitViews.instant(halfOpen.openedAt()) + ", "
                    + cause(halfOpen.trip()) + ". "
                    + halfOpen.probes().pruned(now).leases().size() + " of " + rules.maxProbes()
                    + " probes are out, " + halfOpen.successes() + " of " + rules.successesToClose()
                    + " needed successes are in.";
        }
        return circuit.phase() == Phase.FORCED_OPEN
                ? "is FORCED_OPEN: somebody opened it by hand and it rejects every call until somebody closes it."
                : "is DISABLED: somebody switched it off; it admits every call and records nothing.";
    }

    private String missingQuorum(Closed closed, long now) {
        int nodes = closed.contributors().count(rules, now);
        return rules.quorum() > nodes && closed.window().judge(rules, now) != null
                ? " That is reached, but its quorum is " + rules.quorum() + ", and the failures are those of " + nodes
                        + (nodes == 1 ? " node." : " nodes.")
                : "";
    }

    private String cause(Trip trip) {
        String figures = figures(trip.tally());
        return switch (trip.cause()) {
            case FAILURES, FAILURE_RATE, SLOW_CALLS -> "because of " + figures + " (" + window() + ")";
            case PROBE_FAILED -> "because a probe failed; before that there had been " + figures;
            case BY_HAND -> "because somebody opened it by hand";
        };
    }

    private static String figures(Tally tally) {
        String calls = tally.calls() == 0 ? "" : " of " + tally.calls() + " calls";
        String slow = tally.slowCalls() == 0 ? "" : ", " + tally.slowCalls() + " slow";
        return tally.failures() + " failures" + calls + slow;
    }

    private String window() {
        return config.windowDuration()
                .map(span -> "the last " + Durations.format(span))
                .orElse("the last " + config.windowSize() + " calls");
    }

    private String thresholds() {
        String failures = config.failureRateThreshold()
                .map(rate -> "a failure rate of " + rate.toPlainString())
                .orElse(config.failureThreshold() + " failures");
        String slow = config.slowCallDuration()
                .map(limit -> " or a rate of "
                        + config.slowCallRateThreshold()
                                .map(BigDecimal::toPlainString)
                                .orElse("1") + " calls slower than "
                        + Durations.format(limit))
                .orElse("");
        int minimum = rules.mostMinimumCalls();
        return failures + slow + (minimum > 0 ? ", but on no fewer than " + minimum + " calls" : "");
    }

    private static String format(long nanos) {
        return Durations.rounded(Duration.ofNanos(nanos));
    }
}
