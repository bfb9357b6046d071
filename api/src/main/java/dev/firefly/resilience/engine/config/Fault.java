package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Problem;
import java.util.Optional;

/**
 * A value that was read, but is out of range or does not go with others.
 *
 * @param problem told of the instance that cannot work
 * @param atOrigin the same told of the instance that the value is inherited from; empty when it is not inherited
 */
record Fault(Problem problem, Optional<Problem> atOrigin) {}
