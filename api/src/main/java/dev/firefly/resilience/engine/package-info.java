/** The engine: what stands behind the registry. Not exported. */
@NullMarked
package dev.firefly.resilience.engine;

import org.jspecify.annotations.NullMarked;
