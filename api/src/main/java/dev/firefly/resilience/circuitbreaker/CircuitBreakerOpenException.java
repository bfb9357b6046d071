package dev.firefly.resilience.circuitbreaker;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import java.time.Duration;
import java.util.Optional;

/** The circuit turned a call away: it is open, or half-open with all its probes out. */
public final class CircuitBreakerOpenException extends ResilienceException {
    private static final long serialVersionUID = 1L;

    private final Phase phase;
    private final long retryAfterNanos;
    private final boolean byThisNodeAlone;

    /** By the circuit of all: as the other constructor, with false. */
    public CircuitBreakerOpenException(String instance, Phase phase, long retryAfterNanos, boolean stackTrace) {
        this(instance, phase, retryAfterNanos, false, stackTrace);
    }

    /**
     * @param instance the breaker's name
     * @param phase {@link Phase#OPEN}, {@link Phase#HALF_OPEN} (the probes are out) or {@link Phase#FORCED_OPEN}
     * @param retryAfterNanos how long until a call has a chance; negative when nobody can know
     * @param byThisNodeAlone whether only this node's calls are turned away
     */
    public CircuitBreakerOpenException(
            String instance, Phase phase, long retryAfterNanos, boolean byThisNodeAlone, boolean stackTrace) {
        super(ErrorCode.CIRCUIT_OPEN, Pattern.CIRCUIT_BREAKER, instance, null, null, stackTrace);
        this.phase = phase;
        this.retryAfterNanos = retryAfterNanos;
        this.byThisNodeAlone = byThisNodeAlone;
    }

    /** Why: {@link Phase#OPEN}, {@link Phase#HALF_OPEN} when all probes are out, or {@link Phase#FORCED_OPEN}. */
    public Phase phase() {
        return phase;
    }

    /**
     * Whether it was the circuit of this node alone, by its own calls, while the one that nodes share is closed: only with
     * a {@linkplain CircuitBreakerConfig#quorum() quorum} above 1.
     */
    public boolean isByThisNodeAlone() {
        return byThisNodeAlone;
    }

    /**
     * When OPEN the rest of the wait; when HALF_OPEN the time until the oldest probe's lease ends, since a probe that
     * ends earlier makes room earlier; empty when FORCED_OPEN.
     */
    @Override
    public Optional<Duration> retryAfter() {
        return retryAfterNanos < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(retryAfterNanos));
    }

    @Override
    public String getMessage() {
        String reason = switch (phase) {
            case HALF_OPEN -> "is half-open and all its probes are out";
            case FORCED_OPEN -> "was opened by hand";
            default -> "is open";
        };
        String hint = retryAfter()
                .map(wait -> "; try again in " + Durations.rounded(wait))
                .orElse("");
        String whose =
                byThisNodeAlone ? ", for this node alone because of its own calls: the shared one is closed" : "";
        return "Circuit breaker [" + instance() + "] " + reason + whose + hint;
    }
}
