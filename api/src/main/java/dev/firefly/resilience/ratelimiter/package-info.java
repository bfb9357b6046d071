/** The rate limiter: what users see of it. */
@NullMarked
package dev.firefly.resilience.ratelimiter;

import org.jspecify.annotations.NullMarked;
