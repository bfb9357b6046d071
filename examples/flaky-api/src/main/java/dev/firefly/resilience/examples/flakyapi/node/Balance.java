package dev.firefly.resilience.examples.flakyapi.node;

import org.jspecify.annotations.Nullable;

/**
 * What the API answered.
 *
 * @param amount the answer
 * @param insteadOf the failure in place of which an older answer is given; null if the API has just given it
 */
record Balance(String amount, @Nullable Exception insteadOf) {}
