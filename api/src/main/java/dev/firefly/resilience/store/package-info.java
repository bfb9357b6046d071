/** The port behind which a shared store lives, at the level of bytes. */
@NullMarked
package dev.firefly.resilience.store;

import org.jspecify.annotations.NullMarked;
