package dev.firefly.resilience.examples.flakyapi;

import java.time.Instant;

/**
 * One request that the API answered.
 *
 * @param node who asked
 * @param begun when the guarded body that asked began, by its own word: before that the circuit had let it pass
 * @param arrived when the request arrived
 * @param left when the answer was on its way
 * @param failed whether the answer was a failure
 */
record Exchange(String node, Instant begun, Instant arrived, Instant left, boolean failed) {}
