package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;

/**
 * Says how many permits of a group its owner has given back so far. A statement, not a step: it may be repeated, and come
 * behind a later one. A group that is not there any more, because its time was over or its owner was taken for dead, stays
 * away. The answer: whether anything changed.
 */
record Release(String owner, long number, long soFar) implements Transition<PermitLedger, Boolean> {
    @Override
    public Step<PermitLedger, Boolean> apply(PermitLedger ledger, long now) {
        PermitLedger after = ledger.with(group -> group.is(owner, number) ? group.withReleased(soFar) : group);
        return new Step<>(after, after != ledger);
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }
}
