/** What patterns above and below the engine share, and what is nobody else's business: not exported. */
@NullMarked
package dev.firefly.resilience.internal;

import org.jspecify.annotations.NullMarked;
