package dev.firefly.resilience.examples.flakyapi.node;

/**
 * What the API answered.
 *
 * @param amount the answer
 * @param live whether it was given just now, and is not a copy of an older one
 */
record Balance(String amount, boolean live) {}
