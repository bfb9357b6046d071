/** The engine of the TimeLimiter. */
@NullMarked
package dev.firefly.resilience.engine.timelimiter;

import org.jspecify.annotations.NullMarked;
