/** Pipelines: several patterns around one call. */
@NullMarked
package dev.firefly.resilience.engine.pipeline;

import org.jspecify.annotations.NullMarked;
