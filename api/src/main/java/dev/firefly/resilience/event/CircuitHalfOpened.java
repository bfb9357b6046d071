package dev.firefly.resilience.event;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * The wait is over and the first probe is on its way.
 *
 * @param state the new state
 * @param remote whether another node did it; see {@link #remote()}
 */
public record CircuitHalfOpened(
        Pattern pattern, String instance, Instant time, String node, BreakerState state, boolean remote)
        implements CircuitTransition {}
