package dev.firefly.resilience.engine.state;

/**
 * Enters into the shared state what a node has done alone. Repeatable: what would be entered twice after a write whose fate
 * is unknown errs towards the limit.
 *
 * @param begun what the node began with
 * @param alone what that has become
 * @param owner under whom it holds leases
 */
record Rejoin<S>(StateType<S> type, Stamped<S> begun, Stamped<S> alone, String owner)
        implements Transition<S, Boolean> {
    @Override
    public Step<S, Boolean> apply(S state, long now) {
        Stamped<S> present = alone.rebased(now, type);
        // by as much as the other, or they could not be compared
        S before = present == alone ? begun.state() : type.shift(begun.state(), present.at() - alone.at());
        return new Step<>(type.rejoined(state, before, present.state(), owner), true);
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }
}
