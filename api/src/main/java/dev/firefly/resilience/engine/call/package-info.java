/** How the guards of one call stand around each other. */
@NullMarked
package dev.firefly.resilience.engine.call;

import org.jspecify.annotations.NullMarked;
