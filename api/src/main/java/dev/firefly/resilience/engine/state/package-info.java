/** State that is local or shared: cells, the transitions on them, and what carries these to a store. */
@NullMarked
package dev.firefly.resilience.engine.state;

import org.jspecify.annotations.NullMarked;
