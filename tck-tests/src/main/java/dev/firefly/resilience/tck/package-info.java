/** The test kit: what every store must keep, as tests to extend. */
@NullMarked
package dev.firefly.resilience.tck;

import org.jspecify.annotations.NullMarked;
