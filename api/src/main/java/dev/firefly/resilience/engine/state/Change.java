package dev.firefly.resilience.engine.state;

/**
 * A transition that has been applied, for good.
 *
 * @param before the state it met
 * @param after the state it left
 * @param answer its answer
 * @param now the time at which it was applied
 */
public record Change<S, A>(S before, S after, A answer, long now) {}
