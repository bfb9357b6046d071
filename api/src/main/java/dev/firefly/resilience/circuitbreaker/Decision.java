package dev.firefly.resilience.circuitbreaker;

import java.time.Duration;
import java.util.Optional;

/**
 * The answer to the question whether a call may be made now. The first of the three settling methods counts, every
 * further one is a no-op, and so is each on a refused decision. Settling never throws because of the store: what cannot
 * be written now is written in the background. Thread-safe.
 */
public interface Decision {
    /** Whether the call may be made. */
    boolean allowed();

    /** Whether the call is a probe of a half-open circuit; it holds one of its permits, unless probes need none. */
    boolean probe();

    /** Why: the phase that the request met. A refusal in {@link Phase#HALF_OPEN} means that all probes are out. */
    Phase reason();

    /** For a refused call, how long until one has a chance; zero when allowed; empty when nobody can know. */
    Optional<Duration> retryAfter();

    /**
     * The epoch of the circuit under which the decision was made; it grows with every transition. Outcomes count only
     * while it is the circuit's own.
     */
    long epoch();

    /** The call succeeded. */
    void recordSuccess();

    /** The call failed. */
    void recordFailure();

    /** The call says nothing about the service, or was not made: gives a probe's permit back. */
    void release();
}
