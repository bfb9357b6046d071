package dev.firefly.resilience.engine.state;

/**
 * Enters into the shared state what a node holds and has used that went on alone for a while. A statement, which may be
 * repeated: what that node does afterwards comes behind it.
 *
 * @param alone the node's own state
 * @param owner under whom it holds leases
 */
record Rejoin<S>(StateType<S> type, S alone, String owner) implements Transition<S, Boolean> {
    @Override
    public Step<S, Boolean> apply(S state, long now) {
        return new Step<>(type.rejoined(state, alone, owner), true);
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }
}
