/** From texts to validated configs: the tables of keys, inheritance, and everything that can be wrong with them. */
@NullMarked
package dev.firefly.resilience.engine.config;

import org.jspecify.annotations.NullMarked;
