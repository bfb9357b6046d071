/** The entry: a registry of named instances. */
@NullMarked
package dev.firefly.resilience;

import org.jspecify.annotations.NullMarked;
