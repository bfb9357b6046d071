/** The rate limiter: pure arithmetic of a token bucket, and the two places a bucket can be kept in. */
@NullMarked
package dev.firefly.resilience.engine.ratelimiter;

import org.jspecify.annotations.NullMarked;
