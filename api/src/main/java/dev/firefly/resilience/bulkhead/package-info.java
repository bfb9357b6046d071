/** The bulkhead: what users see of it. */
@NullMarked
package dev.firefly.resilience.bulkhead;

import org.jspecify.annotations.NullMarked;
