/** What the annotations do in a CDI container, with one small application for each case. */
@NullMarked
package dev.firefly.resilience.tck.cdi;

import org.jspecify.annotations.NullMarked;
