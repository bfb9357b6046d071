/** The circuit breaker as users see it. */
@NullMarked
package dev.firefly.resilience.circuitbreaker;

import org.jspecify.annotations.NullMarked;
