package dev.firefly.resilience.engine.state;

/**
 * What a transition makes of a state.
 *
 * @param state the next state; the very same object when nothing changes, and then nothing is written
 * @param answer what the caller wanted to know
 */
public record Step<S, A>(S state, A answer) {}
