/** Keeps the state of the patterns in the maps of a Hazelcast cluster, under the locks of their entries. */
@NullMarked
package dev.firefly.resilience.hazelcast;

import org.jspecify.annotations.NullMarked;
