/** The retry as users see it. */
@NullMarked
package dev.firefly.resilience.retry;

import org.jspecify.annotations.NullMarked;
