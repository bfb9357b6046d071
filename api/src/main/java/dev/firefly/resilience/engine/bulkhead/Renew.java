package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;

/** Moves on the end of an owner's renewed permits; those that have lapsed stay so. The answer: whether anything changed. */
record Renew(String owner, LeaseTerm term) implements Transition<PermitLedger, Boolean> {
    @Override
    public Step<PermitLedger, Boolean> apply(PermitLedger ledger, long now) {
        long end = term.end(now);
        PermitLedger after = ledger.with(
                group -> group.renewed() && group.until() > now && group.owner().equals(owner)
                        ? group.withEnd(Math.max(group.until(), end))
                        : group);
        return new Step<>(after, after != ledger);
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }
}
