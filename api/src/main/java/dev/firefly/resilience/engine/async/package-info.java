/** Small steps with stages that every pattern needs. */
@NullMarked
package dev.firefly.resilience.engine.async;

import org.jspecify.annotations.NullMarked;
