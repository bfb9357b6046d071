package dev.firefly.resilience.circuitbreaker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of a circuit at one moment. Immutable.
 *
 * @param phase the phase
 * @param failures with a time window, when the failures in it happened, oldest first, at most {@code failure-threshold}
 *     of them; empty with a count window
 * @param failureCount how many failures are in the window, or were at the moment the circuit opened
 * @param openedAt when the circuit opened; empty while it is closed or disabled
 * @param openFor how long it rejects from then on; empty while it is closed or disabled and when it was opened without
 *     an end
 */
public record BreakerState(
        Phase phase, List<Instant> failures, int failureCount, Optional<Instant> openedAt, Optional<Duration> openFor) {

    public BreakerState {
        failures = List.copyOf(failures);
    }

    /** Whether calls are admitted without being probes. */
    public boolean isClosed() {
        return phase == Phase.CLOSED || phase == Phase.DISABLED;
    }

    /** Whether every call is rejected. */
    public boolean isOpen() {
        return phase == Phase.OPEN || phase == Phase.FORCED_OPEN;
    }

    /** Whether probes decide. */
    public boolean isHalfOpen() {
        return phase == Phase.HALF_OPEN;
    }

    /** What is left of the wait at that moment, zero when it is over or the circuit is not open; empty without an end. */
    public Optional<Duration> retryAfter(Instant now) {
        if (phase == Phase.FORCED_OPEN) {
            return Optional.empty();
        }
        return Optional.of(phase == Phase.OPEN ? rest(now) : Duration.ZERO);
    }

    /** Whether a call at that moment would find the wait over and become a probe, if one is free. */
    public boolean probeDue(Instant now) {
        return phase == Phase.HALF_OPEN || phase == Phase.OPEN && rest(now).isZero();
    }

    private Duration rest(Instant now) {
        Duration rest = Duration.between(now, openedAt.orElse(Instant.EPOCH).plus(openFor.orElse(Duration.ZERO)));
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    /**
     * This state as a JSON object with the members {@code state}, {@code failures}, {@code opened_at} and
     * {@code open_for}; times in seconds since the Unix epoch, spans in seconds, null where there is none.
     */
    public String toJson() {
        return BreakerStateJson.write(this);
    }

    /**
     * Reads what {@link #toJson()} wrote; unknown members are passed over. The failure count is that of the failures.
     *
     * @throws IllegalArgumentException when the text is not such an object
     */
    public static BreakerState fromJson(String json) {
        return BreakerStateJson.read(json);
    }
}
