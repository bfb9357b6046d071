package dev.firefly.resilience.event;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * The circuit rejects calls from now on; its state is OPEN or FORCED_OPEN.
 *
 * @param state the new state
 * @param remote whether another node did it; see {@link #remote()}
 */
public record CircuitOpened(
        Pattern pattern, String instance, Instant time, String node, BreakerState state, boolean remote)
        implements CircuitTransition {}
