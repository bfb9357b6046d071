/**
 * What an application needs to test its own resilience without one real sleep: a clock moved by hand, scripted chance, a
 * listener that remembers, and a store that fails on demand.
 */
@NullMarked
package dev.firefly.resilience.tck.kit;

import org.jspecify.annotations.NullMarked;
