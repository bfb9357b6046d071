/** The engine of the Bulkhead. */
@NullMarked
package dev.firefly.resilience.engine.bulkhead;

import org.jspecify.annotations.NullMarked;
