/**
 * The extensions, a portable one and a build compatible one for CDI Lite: what is annotated in the application becomes one
 * plan per method at deployment, which one interceptor carries out. Nothing here is meant to be used by applications; nothing is kept in static fields, so that
 * several containers can live in one JVM.
 */
@NullMarked
package dev.firefly.resilience.cdi;

import org.jspecify.annotations.NullMarked;
