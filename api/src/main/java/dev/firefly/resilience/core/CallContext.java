package dev.firefly.resilience.core;

import java.time.Duration;
import java.util.Optional;

/**
 * What a callback (back-off, listener, fallback) may know of the call it is asked about.
 *
 * @param pattern the pattern that asks
 * @param instance its name
 * @param attempt the number of the attempt that just ended, 1 for the first
 * @param elapsed the time since the pattern was entered
 * @param remaining what is left of the deadline around this call; empty when there is none
 */
public record CallContext(
        Pattern pattern, String instance, int attempt, Duration elapsed, Optional<Duration> remaining) {}
