/**
 * A demonstration: an HTTP API with its moods, some nodes that call it, and the guards whose state they share. In
 * here are the API, the one who starts the nodes and the judge; the code under demonstration is in
 * {@link dev.firefly.resilience.examples.flakyapi.node}.
 */
@NullMarked
package dev.firefly.resilience.examples.flakyapi;

import org.jspecify.annotations.NullMarked;
