/** The circuit breaker: its state, the transitions on it, and the guard around a call that runs them. */
@NullMarked
package dev.firefly.resilience.engine.circuitbreaker;

import org.jspecify.annotations.NullMarked;
