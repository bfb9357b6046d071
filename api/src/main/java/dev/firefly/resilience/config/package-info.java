/** Where settings come from and what can be wrong with them. */
@NullMarked
package dev.firefly.resilience.config;

import org.jspecify.annotations.NullMarked;
