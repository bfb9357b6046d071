package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.bulkhead.Grant.Granted;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Change;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * The permits of a bulkhead that a cluster shares. Whether one is free is decided on the record alone; that none is, may
 * also be seen in a snapshot, so that a full bulkhead does not trouble the store. Permits go back in the background, and in
 * order: whoever gives one back and takes one again meets a record from which the first is gone.
 */
final class SharedPermits implements PermitSource {
    private final Cell<PermitLedger> cell;
    private final Supplier<String> owner;
    private final Renewal renewal;
    private final Map<Long, OwnGroup> groups = new ConcurrentHashMap<>();

    /** @param owner under whom this node takes permits now */
    SharedPermits(Cell<PermitLedger> cell, Supplier<String> owner, Clock clock) {
        this.cell = cell;
        this.owner = owner;
        this.renewal = new Renewal(clock, this::renew);
    }

    // ---- taking

    @Override
    public @Nullable Lease take(Rules rules) {
        if (isSeenFull(rules)) {
            return null;
        }
        return granted(rules, cell.update(new Grant(owner.get(), rules), cell.patience(), abandoned(rules)))
                .orElse(null);
    }

    @Override
    public CompletionStage<Optional<Lease>> takeAsync(Rules rules) {
        if (isSeenFull(rules)) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return cell.updateAsync(new Grant(owner.get(), rules), cell.patience(), abandoned(rules))
                .thenApply(change -> granted(rules, change));
    }

    private boolean isSeenFull(Rules rules) {
        PermitLedger seen = cell.peek();
        return seen != null && seen.held(cell.now()) >= rules.maxConcurrent();
    }

    private Optional<Lease> granted(Rules rules, Change<PermitLedger, Optional<Granted>> change) {
        forgetEnded(change.after());
        return change.answer().map(granted -> leaseIn(granted, rules));
    }

    private Lease leaseIn(Granted granted, Rules rules) {
        OwnGroup group = groups.computeIfAbsent(
                granted.number(), number -> new OwnGroup(granted.owner(), number, rules.renewal(), this));
        if (group.isRenewed()) {
            renewal.begin(rules.term());
        }
        return group;
    }

    /** A permit that was granted to a caller who had given up goes back. */
    private Consumer<Change<PermitLedger, Optional<Granted>>> abandoned(Rules rules) {
        return change -> granted(rules, change).ifPresent(Lease::giveBack);
    }

    // ---- giving back

    void released(OwnGroup group, long soFar) {
        if (group.isRenewed()) {
            renewal.end();
        }
        if (!group.isOver()) {
            cell.settleAsync(
                    new Release(group.owner(), group.number(), soFar),
                    cell.patience(),
                    change -> forgetEnded(change.after()));
        }
    }

    /**
     * Forgets the groups that had a number before this state was reached and are not in it: they are gone for good. What a
     * snapshot lacks says nothing, because it knows of no permit that is still on its way.
     */
    private void forgetEnded(PermitLedger reached) {
        groups.values().removeIf(group -> {
            boolean ended = group.number() < reached.next() && !reached.has(group.owner(), group.number());
            if (ended) {
                group.end();
            }
            return ended;
        });
    }

    private void renew(LeaseTerm term, Runnable renewed) {
        cell.settleAsync(new Renew(owner.get(), term), cell.patience(), change -> renewed.run());
    }

    // ---- looking

    @Override
    public int parts() {
        return cell.parts();
    }

    @Override
    public long held() {
        PermitLedger seen = cell.peek();
        PermitLedger ledger = seen != null ? seen : cell.read(cell.patience());
        return ledger.held(cell.now());
    }

    @Override
    public long untilFirstLapse() {
        long now = cell.now();
        return cell.known().firstEnd(now) - now;
    }

    @Override
    public void onNews(Runnable listener) {
        cell.onNews(listener);
    }
}
