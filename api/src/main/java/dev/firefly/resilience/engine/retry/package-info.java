/** The retry: a pure decision, and the two loops, blocking and not, that act on it. */
@NullMarked
package dev.firefly.resilience.engine.retry;

import org.jspecify.annotations.NullMarked;
