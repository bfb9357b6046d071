/** What ties a fallback to a registry. */
@NullMarked
package dev.firefly.resilience.engine.fallback;

import org.jspecify.annotations.NullMarked;
