package dev.firefly.resilience.engine.bulkhead;

import static dev.firefly.resilience.engine.bulkhead.Ledgers.TTL;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.granted;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.bulkhead.PermitLedger.Group;
import dev.firefly.resilience.engine.state.RecordFuzz;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LedgerFuzzTest implements RecordFuzz.Subject<PermitLedger> {
    private static final String OWNER = "n\u00f6de@1";

    private PermitLedger another = PermitLedger.EMPTY;

    @Test
    void whateverLiesThereNeverDoesHarm() {
        RecordFuzz.run(new PermitsType(), this);
    }

    @Override
    public PermitLedger sample(SplittableRandom random) {
        PermitLedger ledger = PermitLedger.EMPTY;
        long now = RecordFuzz.NOW;
        for (int i = random.nextInt(8); i > 0; i--) {
            now += random.nextLong(TTL / 4);
            String owner = random.nextInt(5) == 0 ? "" : "n\u00f6de@" + random.nextInt(3);
            ledger = granted(ledger, now, owner, rules(100, TTL, random.nextBoolean()));
        }
        another = ledger;
        return ledger;
    }

    @Override
    public void use(PermitLedger ledger, long now, SplittableRandom random, Consumer<PermitLedger> made) {
        assertThat(ledger.held(now)).isNotNegative();
        assertThat(ledger.firstEnd(now)).isGreaterThan(now);
        for (int limit : new int[] {1, Integer.MAX_VALUE}) {
            Rules rules = rules(limit, random.nextInt(10) == 0 ? Long.MAX_VALUE : TTL, random.nextBoolean());
            made.accept(new Grant(OWNER, rules).apply(ledger, now).state());
            made.accept(new Renew(OWNER, rules.term()).apply(ledger, now).state());
        }
        for (Group group : ledger.groups()) {
            made.accept(new Release(group.owner(), group.number(), random.nextLong(group.granted() + 1))
                    .apply(ledger, now)
                    .state());
        }
        PermitsType type = new PermitsType();
        PermitLedger begun = type.alone(ledger, OWNER, 3);
        PermitLedger alone = new Grant(OWNER, rules(Integer.MAX_VALUE, TTL, random.nextBoolean()))
                .apply(begun, now)
                .state();
        made.accept(type.rejoined(ledger, begun, alone, OWNER));
        made.accept(type.rejoined(another, begun, alone, OWNER));
        made.accept(type.rejoined(ledger, begun, PermitLedger.EMPTY, OWNER));
    }

    @Override
    public void recover(PermitLedger ledger, long now) {
        Grant one = new Grant("somebody", rules(1, TTL, false));
        PermitLedger met = one.apply(ledger, now).state();
        long later = now + LeaseTerm.LONGEST_FOREIGN_NANOS;

        PermitLedger next = one.apply(met, later).state();
        assertThat(next.held(later)).isEqualTo(1);
        assertThat(next.groups()).singleElement().extracting(Group::owner).isEqualTo("somebody");
    }
}
