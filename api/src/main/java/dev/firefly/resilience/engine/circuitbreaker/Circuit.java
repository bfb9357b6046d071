package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All a circuit remembers. Times are nanoseconds since the Unix epoch on the store's clock. */
sealed interface Circuit {
    Circuit INITIAL = new Closed(0, OutcomeWindow.EMPTY);

    /** Grows with every transition; an outcome counts only under the epoch its call was admitted in. */
    long epoch();

    Phase phase();

    Circuit shifted(long nanos);

    /**
     * Admits every call.
     *
     * @param contributors whose outcomes in the window were bad, as far as nodes with a quorum say
     */
    record Closed(long epoch, OutcomeWindow window, Contributors contributors) implements Circuit {
        public Closed {
            epoch = Moments.epoch(epoch);
        }

        Closed(long epoch, OutcomeWindow window) {
            this(epoch, window, Contributors.NONE);
        }

        @Override
        public Phase phase() {
            return Phase.CLOSED;
        }

        Closed withEpoch(long next) {
            return new Closed(next, window, contributors);
        }

        Closed with(OutcomeWindow next, Contributors bad) {
            return next == window && bad == contributors ? this : new Closed(epoch, next, bad);
        }

        @Override
        public Circuit shifted(long nanos) {
            return with(window.shifted(nanos), contributors.shifted(nanos));
        }
    }

    /** Rejects until {@code openedAt + openFor}. */
    record Open(long epoch, long openedAt, long openFor, Trip trip) implements Circuit {
        public Open {
            epoch = Moments.epoch(epoch);
        }

        @Override
        public Phase phase() {
            return Phase.OPEN;
        }

        /** What is left of the wait, zero or less when it is over; written so that no sum can overflow. */
        long rest(long now) {
            return openFor - Math.max(0, now - openedAt);
        }

        @Override
        public Circuit shifted(long nanos) {
            return new Open(epoch, Moments.shifted(openedAt, nanos), openFor, trip.shifted(nanos));
        }
    }

    /** Sends out probes, and counts those that succeeded. */
    record HalfOpen(long epoch, long openedAt, long openFor, Trip trip, Probes probes, int successes)
            implements Circuit {
        public HalfOpen {
            epoch = Moments.epoch(epoch);
        }

        @Override
        public Phase phase() {
            return Phase.HALF_OPEN;
        }

        HalfOpen with(Probes next) {
            return next == probes ? this : new HalfOpen(epoch, openedAt, openFor, trip, next, successes);
        }

        @Override
        public Circuit shifted(long nanos) {
            return new HalfOpen(
                    epoch,
                    Moments.shifted(openedAt, nanos),
                    openFor,
                    trip.shifted(nanos),
                    probes.shifted(nanos),
                    successes);
        }
    }

    record ForcedOpen(long epoch, long openedAt) implements Circuit {
        public ForcedOpen {
            epoch = Moments.epoch(epoch);
        }

        @Override
        public Phase phase() {
            return Phase.FORCED_OPEN;
        }

        @Override
        public Circuit shifted(long nanos) {
            return new ForcedOpen(epoch, Moments.shifted(openedAt, nanos));
        }
    }

    record Disabled(long epoch) implements Circuit {
        public Disabled {
            epoch = Moments.epoch(epoch);
        }

        @Override
        public Phase phase() {
            return Phase.DISABLED;
        }

        @Override
        public Circuit shifted(long nanos) {
            return this;
        }
    }

    /**
     * The permits of probes that are out.
     *
     * @param next the number of the next permit; numbers are never used twice within an epoch
     */
    record Probes(long next, List<Lease> leases) {
        static final Probes NONE = new Probes(1, List.of());

        record Lease(long number, long until, String owner) {}

        /** Behind the last number they begin anew; whoever holds one of the former has no say any more. */
        public Probes {
            leases = next > Moments.LAST_NUMBER ? List.of() : List.copyOf(leases);
            next = next > Moments.LAST_NUMBER ? 1 : next;
        }

        Probes pruned(long now) {
            List<Lease> valid =
                    leases.stream().filter(lease -> lease.until > now).toList();
            return valid.size() == leases.size() ? this : new Probes(next, valid);
        }

        /** With no lease that ends later. */
        Probes endingBy(long latest) {
            if (leases.stream().noneMatch(lease -> lease.until > latest)) {
                return this;
            }
            return new Probes(
                    next,
                    leases.stream()
                            .map(lease -> new Lease(lease.number, Math.min(lease.until, latest), lease.owner))
                            .toList());
        }

        Probes granted(long until, String owner) {
            List<Lease> more = new ArrayList<>(leases);
            more.add(new Lease(next, until, owner));
            return new Probes(next + 1, more);
        }

        Probes without(long number) {
            return new Probes(
                    next,
                    leases.stream().filter(lease -> lease.number != number).toList());
        }

        Probes without(Predicate<String> owners) {
            List<Lease> others =
                    leases.stream().filter(lease -> !owners.test(lease.owner)).toList();
            return others.size() == leases.size() ? this : new Probes(next, others);
        }

        boolean holds(long number) {
            return leases.stream().anyMatch(lease -> lease.number == number);
        }

        long firstEnd() {
            return leases.stream().mapToLong(Lease::until).min().orElse(0);
        }

        Probes shifted(long nanos) {
            return new Probes(
                    next,
                    leases.stream()
                            .map(lease -> new Lease(lease.number, Moments.shifted(lease.until, nanos), lease.owner))
                            .toList());
        }
    }
}
