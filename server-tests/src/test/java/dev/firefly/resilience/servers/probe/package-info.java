/** What only the tests want to know: classes that they add to a copy of the shop. */
@NullMarked
package dev.firefly.resilience.servers.probe;

import org.jspecify.annotations.NullMarked;
