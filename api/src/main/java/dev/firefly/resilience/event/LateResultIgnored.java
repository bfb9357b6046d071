package dev.firefly.resilience.event;

import dev.firefly.resilience.core.Pattern;
import java.time.Instant;

/**
 * An outcome no longer counted: the circuit had moved on since the call was admitted, or the call's probe permit had
 * lapsed.
 *
 * @param epoch the epoch under which the call was admitted
 * @param success whether the call succeeded
 */
public record LateResultIgnored(
        Pattern pattern, String instance, Instant time, String node, long epoch, boolean success)
        implements ResilienceEvent {}
