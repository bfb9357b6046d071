package dev.firefly.resilience.engine.bulkhead;

import static dev.firefly.resilience.engine.bulkhead.Ledgers.T0;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.TTL;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.bulkhead.Grant.Granted;
import dev.firefly.resilience.engine.state.Step;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The ledger against a plain list of leases, over random histories. */
class PermitModelTest {
    private static final PermitsType TYPE = new PermitsType();

    /** What a permit is in plain words: somebody's, out since some time, and at some time over. */
    private static final class Lease {
        final String owner;
        final long number;
        long takenAt;
        final boolean renewed;

        Lease(String owner, long number, long takenAt, boolean renewed) {
            this.owner = owner;
            this.number = number;
            this.takenAt = takenAt;
            this.renewed = renewed;
        }

        /** Must count still. */
        boolean isSurelyOut(long now) {
            return now - takenAt < TTL;
        }

        /** Must not count any more. */
        boolean isSurelyOver(long now) {
            return now - takenAt >= TTL + TTL / 8;
        }
    }

    private static final class History {
        final SplittableRandom random;
        final int limit;
        final List<Lease> leases = new ArrayList<>();
        final Map<String, Long> released = new HashMap<>();
        PermitLedger ledger = PermitLedger.EMPTY;
        long now = T0;

        History(long seed) {
            random = new SplittableRandom(seed);
            limit = 1 + random.nextInt(12);
        }

        void step() {
            now += random.nextInt(3) == 0 ? random.nextLong(TTL / 3) : 0;
            String owner = "owner-" + random.nextInt(3);
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> take(owner, random.nextInt(4) == 0);
                case 4, 5 -> giveBack();
                case 6 -> renew(owner);
                default -> rarely(owner);
            }
            check();
        }

        void take(String owner, boolean renewed) {
            Step<PermitLedger, Optional<Granted>> step =
                    new Grant(owner, rules(limit, TTL, renewed)).apply(ledger, now);
            ledger = step.state();
            if (step.answer().isPresent()) {
                assertThat(leases.stream().filter(lease -> lease.isSurelyOut(now)))
                        .hasSizeLessThan(limit);
                long number = step.answer().get().group().number();
                leases.add(new Lease(owner, number, now, renewed));
                // whoever joins a renewed group moves its end on for all in it
                leases.stream()
                        .filter(lease -> renewed && lease.number == number)
                        .forEach(lease -> lease.takenAt = now);
            } else {
                assertThat(leases.stream().filter(lease -> !lease.isSurelyOver(now)))
                        .hasSizeGreaterThanOrEqualTo(limit);
            }
        }

        /** One that may have lapsed long ago, and some are said twice. */
        void giveBack() {
            if (leases.isEmpty()) {
                return;
            }
            Lease lease = leases.remove(random.nextInt(leases.size()));
            long soFar = released.merge(lease.owner + lease.number, 1L, Long::sum);
            Release release = new Release(lease.owner, lease.number, soFar);
            for (int times = 1 + random.nextInt(2); times > 0; times--) {
                ledger = release.apply(ledger, now).state();
            }
        }

        void renew(String owner) {
            List<Long> alive = ledger.pruned(now).groups().stream()
                    .map(PermitLedger.Group::number)
                    .toList();
            ledger = new Renew(owner, new LeaseTerm(TTL)).apply(ledger, now).state();
            leases.stream()
                    .filter(lease -> lease.renewed && lease.owner.equals(owner) && alive.contains(lease.number))
                    .forEach(lease -> lease.takenAt = now);
        }

        /** A member leaves, the clock is set back, or the record goes through its bytes. */
        void rarely(String owner) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    ledger = TYPE.released(ledger, owner::equals);
                    leases.removeIf(lease -> lease.owner.equals(owner));
                }
                case 1 -> {
                    ledger = TYPE.shift(ledger, -TTL);
                    now -= TTL;
                    leases.forEach(lease -> lease.takenAt -= TTL);
                }
                default -> ledger = TYPE.decode(ByteBuffer.wrap(Ledgers.encoded(ledger)));
            }
        }

        void check() {
            long least = leases.stream().filter(lease -> lease.isSurelyOut(now)).count();
            long most =
                    leases.stream().filter(lease -> !lease.isSurelyOver(now)).count();
            assertThat(ledger.held(now)).isBetween(least, most);
            assertThat(ledger.held(now)).isLessThanOrEqualTo(limit);
            assertThat(ledger.pruned(now).groups()).hasSizeLessThanOrEqualTo(3 * 11);
        }
    }

    @Test
    void theLedgerCountsAsAListOfLeasesWould() {
        Seeds.each(300, seed -> {
            History history = new History(seed);
            for (int i = 0; i < 300; i++) {
                history.step();
            }
        });
    }
}
