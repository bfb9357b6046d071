/** A shop whose payments go through a flaky API: what an application with this library looks like on any server. */
@NullMarked
package dev.firefly.resilience.examples.shop;

import org.jspecify.annotations.NullMarked;
