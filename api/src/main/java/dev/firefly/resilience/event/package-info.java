/** What happened, as immutable records, and how to hear of it. */
@NullMarked
package dev.firefly.resilience.event;

import org.jspecify.annotations.NullMarked;
