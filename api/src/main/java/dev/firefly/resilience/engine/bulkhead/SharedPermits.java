package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.engine.bulkhead.Grant.Granted;
import dev.firefly.resilience.engine.bulkhead.PermitLedger.Group;
import dev.firefly.resilience.engine.state.Cell;
import dev.firefly.resilience.engine.state.Change;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
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
    private final AtomicBoolean renewing = new AtomicBoolean();
    private final Map<Long, OwnGroup> groups = new ConcurrentHashMap<>();

    /** @param owner under whom this node takes permits now */
    SharedPermits(Cell<PermitLedger> cell, Supplier<String> owner, Clock clock) {
        this.cell = cell;
        this.owner = owner;
        this.renewal = new Renewal(clock, this::renew);
    }

    // ---- taking

    @Override
    public @Nullable Lease take(Rules rules, long now) {
        if (!rules.enabled()) { // since the caller began to wait
            return Lease.NONE;
        }
        if (isSeenFull(rules)) {
            return null;
        }
        return granted(rules, cell.update(new Grant(owner.get(), rules), cell.patience(), abandoned(rules)))
                .orElse(null);
    }

    @Override
    public boolean mayBlock() {
        return true;
    }

    @Override
    public CompletionStage<Optional<Lease>> takeAsync(Rules rules) {
        if (!rules.enabled()) {
            return CompletableFuture.completedFuture(Optional.of(Lease.NONE));
        }
        if (isSeenFull(rules)) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return cell.updateAsync(new Grant(owner.get(), rules), cell.patience(), abandoned(rules))
                .thenApply(change -> granted(rules, change));
    }

    /** Leases that nobody may have taken are not waited for; the record is to be rid of them. */
    private boolean isSeenFull(Rules rules) {
        PermitLedger seen = cell.peek();
        if (seen == null) {
            return false;
        }
        long now = cell.now();
        return seen.held(now) >= rules.maxConcurrent() && rules.term().believable(seen, now) == seen;
    }

    private Optional<Lease> granted(Rules rules, Change<PermitLedger, Optional<Granted>> change) {
        return change.answer().map(granted -> leaseIn(granted.group(), rules, change.now()));
    }

    private Lease leaseIn(Group group, Rules rules, long now) {
        OwnGroup known = groups.get(group.number());
        if (known == null) {
            forgetEnded(group, now);
            known = groups.computeIfAbsent(group.number(), any -> new OwnGroup(group, this));
        }
        if (known.isRenewed()) {
            renewal.begin(rules.term());
        }
        return known;
    }

    /**
     * Forgets the groups that nobody can join any more: those that have lapsed, and of those that are renewed all but the
     * new one, which there would not be if the one before it could be joined. That a group is missing from some state says
     * nothing: permits taken alone are not in the record before this node has come back to it.
     */
    private void forgetEnded(Group next, long now) {
        groups.values().removeIf(group -> group.isRenewed() ? next.renewed() : group.hasLapsed(now));
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
            cell.settleAsync(new Release(group.owner(), group.number(), soFar), cell.patience(), change -> {});
        }
    }

    /** One at a time, so that an outage does not pile them up; but one that waits for the store is of no use alone. */
    private void renew(LeaseTerm term) {
        Renew renew = new Renew(owner.get(), term);
        if (renewing.compareAndSet(false, true)) {
            cell.settleAsync(renew, cell.patience(), change -> renewing.set(false));
        } else if (cell.isAlone()) {
            cell.settleAsync(renew, cell.patience(), change -> {});
        }
    }

    // ---- looking

    @Override
    public boolean isAnyOut() {
        return cell.known().held(cell.now()) > 0;
    }

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
