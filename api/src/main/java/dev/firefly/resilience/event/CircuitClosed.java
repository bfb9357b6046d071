package dev.firefly.resilience.event;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * The circuit admits calls again; its state is CLOSED, or DISABLED when it was switched off.
 *
 * @param state the new state
 * @param remote whether another node did it; see {@link #remote()}
 */
public record CircuitClosed(
        Pattern pattern, String instance, Instant time, String node, BreakerState state, boolean remote)
        implements CircuitTransition {}
