/** The time limiter: what users see of it. */
@NullMarked
package dev.firefly.resilience.timelimiter;

import org.jspecify.annotations.NullMarked;
