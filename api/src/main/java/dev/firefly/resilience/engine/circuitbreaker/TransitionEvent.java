package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.CircuitTransition;
import java.time.Instant;

/** As what the way into a phase is announced. */
final class TransitionEvent {
    private static final Pattern PATTERN = Pattern.CIRCUIT_BREAKER;

    private TransitionEvent() {}

    static Class<? extends CircuitTransition> type(Phase after) {
        return switch (after) {
            case OPEN, FORCED_OPEN -> CircuitOpened.class;
            case HALF_OPEN -> CircuitHalfOpened.class;
            case CLOSED, DISABLED -> CircuitClosed.class;
        };
    }

    /** @param remote whether another node did it */
    static CircuitTransition of(
            Phase after, String name, Instant time, String node, BreakerState state, boolean remote) {
        return switch (after) {
            case OPEN, FORCED_OPEN -> new CircuitOpened(PATTERN, name, time, node, state, remote);
            case HALF_OPEN -> new CircuitHalfOpened(PATTERN, name, time, node, state, remote);
            case CLOSED, DISABLED -> new CircuitClosed(PATTERN, name, time, node, state, remote);
        };
    }
}
