package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.engine.bulkhead.PermitLedger.Group;
import dev.firefly.resilience.engine.state.Step;
import dev.firefly.resilience.engine.state.Transition;
import java.util.Optional;

/** Takes a permit if one is free. */
record Grant(String owner, Rules rules) implements Transition<PermitLedger, Optional<Grant.Granted>> {

    /** The group in which the permit is counted. */
    record Granted(Group group) {}

    @Override
    public Step<PermitLedger, Optional<Granted>> apply(PermitLedger ledger, long now) {
        PermitLedger valid = rules.term().believable(ledger.pruned(now), now).renumbered();
        if (valid.held(now) >= rules.maxConcurrent()) {
            return new Step<>(valid, Optional.empty());
        }
        for (Group group : valid.groups()) {
            if (accepts(group, now)) {
                long end =
                        Math.max(group.until(), rules.renewal() ? rules.term().end(now) : 0);
                Group more = group.withOneMore(end);
                return granted(valid.with(other -> other == group ? more : other), more);
            }
        }
        // by the clock, so that numbers stay new when a record is lost and begins again
        long number = Math.max(valid.next(), now);
        Group first = new Group(owner, number, rules.term().end(now), rules.renewal(), 1, 0);
        return granted(valid.withNew(first), first);
    }

    private boolean accepts(Group group, long now) {
        return group.owner().equals(owner)
                && group.renewed() == rules.renewal()
                && group.hasRoom()
                && (rules.renewal() || rules.term().allows(group.until(), now));
    }

    private static Step<PermitLedger, Optional<Granted>> granted(PermitLedger ledger, Group group) {
        return new Step<>(ledger, Optional.of(new Granted(group)));
    }
}
