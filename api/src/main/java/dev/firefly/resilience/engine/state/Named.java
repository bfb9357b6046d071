package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Pattern;

/** A name of a pattern, under which state is kept. */
record Named(Pattern pattern, String name) {}
