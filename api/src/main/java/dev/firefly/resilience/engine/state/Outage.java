package dev.firefly.resilience.engine.state;

/**
 * A time in which a part of the store does not answer.
 *
 * @param key the name in the store whose call found out
 * @param sinceNanos when, on the store's clock
 * @param cause what the store answered last, or that it did not
 */
record Outage(String key, long sinceNanos, String cause) {}
