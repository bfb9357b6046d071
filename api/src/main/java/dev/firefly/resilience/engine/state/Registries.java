package dev.firefly.resilience.engine.state;

import org.jspecify.annotations.Nullable;

/** Keeps this registry on the roster of those that share the store, and knows how many they are. Thread-safe. */
final class Registries {
    private final SharedCell<Roster> cell;
    private final StoreLink link;
    private final Identity identity;

    // touched by the upkeep alone
    private long enteredNanos;
    private @Nullable Request<Roster, Boolean> entering;

    Registries(String prefix, Identity identity, StoreLink link) {
        this.cell = new SharedCell<>(CellKey.ofRoster(prefix), Roster.TYPE, link);
        this.link = link;
        this.identity = identity;
    }

    SharedCell<Roster> cell() {
        return cell;
    }

    /** How many there are as far as is known, this one included. */
    int count() {
        Roster known = cell.known();
        return known.until().containsKey(identity.registry()) ? known.size() : known.size() + 1;
    }

    /** Strikes this registry off. */
    void leave() {
        cell.release(identity.registry()::equals);
    }

    /** Enters this registry when it is time to; one attempt at a time, until one is written. */
    void keepUp() {
        long now = link.clock().nanos();
        boolean due = entering == null || entering.isFinished() && now - enteredNanos >= Roster.PERIOD_NANOS;
        if (due) {
            enteredNanos = now;
            entering = cell.submit(new Roster.Enter(identity.registry()));
        }
    }
}
