/** The fallback: what takes the place of a call that failed. */
@NullMarked
package dev.firefly.resilience.fallback;

import org.jspecify.annotations.NullMarked;
