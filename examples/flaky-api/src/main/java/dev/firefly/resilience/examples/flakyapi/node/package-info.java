/** One node of the demonstration, a process of its own: a CDI application that calls the API at the pace it is told. */
@NullMarked
package dev.firefly.resilience.examples.flakyapi.node;

import org.jspecify.annotations.NullMarked;
