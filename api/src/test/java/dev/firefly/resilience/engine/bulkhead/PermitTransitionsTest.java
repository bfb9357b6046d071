package dev.firefly.resilience.engine.bulkhead;

import static dev.firefly.resilience.engine.bulkhead.Ledgers.SECOND;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.T0;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.TTL;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.grant;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.granted;
import static dev.firefly.resilience.engine.bulkhead.Ledgers.rules;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.engine.bulkhead.PermitLedger.Group;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitTransitionsTest {
    private static final long DAY = 24 * 3600 * SECOND;
    private static final Rules RENEWED = rules(100, TTL, true);

    private static PermitLedger released(PermitLedger ledger, String owner, long number, long soFar) {
        return new Release(owner, number, soFar).apply(ledger, T0).state();
    }

    private static long number(PermitLedger ledger, int index) {
        return ledger.groups().get(index).number();
    }

    // ---- taking

    @Test
    void permitsAreGrantedUpToTheLimitWhoeverHoldsThem() {
        PermitLedger two = granted(granted(PermitLedger.EMPTY, T0, "a"), T0, "b");

        assertThat(grant(two, T0, "c", 3).answer()).isPresent();
        assertThat(grant(two, T0, "c", 2).answer()).isEmpty();
        assertThat(grant(two, T0, "c", 2).state()).isSameAs(two);
        assertThat(grant(two, T0, "c", 0).answer()).isEmpty();
        assertThat(two.held(T0)).isEqualTo(2);
    }

    @Test
    void permitsThatLapseTogetherAreOneGroup() {
        PermitLedger ledger = PermitLedger.EMPTY;
        for (int i = 0; i < 1000; i++) {
            ledger = granted(ledger, T0 + 2L * i * TTL / 1000, "a");
        }

        assertThat(ledger.groups()).hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void aPermitLapsesNoEarlierThanItsTermAndAtMostAnEighthLater() {
        PermitLedger ledger = granted(PermitLedger.EMPTY, T0 + 1, "a");

        assertThat(ledger.held(T0 + TTL)).isEqualTo(1);
        assertThat(grant(ledger, T0 + TTL, "b", 1).answer()).isEmpty();
        assertThat(ledger.held(T0 + 1 + TTL + TTL / 8)).isZero();
        assertThat(grant(ledger, T0 + 1 + TTL + TTL / 8, "b", 1).answer()).isPresent();
    }

    @Test
    void whatHasLapsedIsDroppedWithTheNextRequestEvenIfThatIsRefused() {
        PermitLedger ledger = granted(granted(PermitLedger.EMPTY, T0, "a"), T0 + TTL / 2, "b");

        PermitLedger after = grant(ledger, T0 + TTL, "c", 1).state();

        assertThat(after.groups()).extracting(Group::owner).containsExactly("b");
    }

    @Test
    void moreThanTheLimitMayBeOutAfterItWasLoweredAndNobodyIsAdmittedUntilItHolds() {
        PermitLedger ledger = granted(granted(granted(PermitLedger.EMPTY, T0, "a"), T0, "a"), T0, "a");

        assertThat(grant(ledger, T0, "a", 2).answer()).isEmpty();
        assertThat(grant(released(ledger, "a", number(ledger, 0), 1), T0, "a", 2)
                        .answer())
                .isEmpty();
        assertThat(grant(released(ledger, "a", number(ledger, 0), 2), T0, "a", 2)
                        .answer())
                .isPresent();
    }

    @Test
    void countsBeyondAllMeasureDoNotOverflow() {
        long most = Long.MAX_VALUE - (1L << 32);
        PermitLedger ledger = new PermitLedger(
                3, List.of(new Group("a", 1, T0 + TTL, false, most, 0), new Group("b", 2, T0 + TTL, false, most, 0)));

        assertThat(ledger.held(T0)).isEqualTo(Long.MAX_VALUE);
        assertThat(grant(ledger, T0, "c", Integer.MAX_VALUE).answer()).isEmpty();
    }

    @Test
    void aNumberIsNeverUsedAgainNotEvenWhenTheRecordIsLost() {
        PermitLedger first = granted(PermitLedger.EMPTY, T0, "a");
        PermitLedger empty = released(first, "a", number(first, 0), 1);
        PermitLedger second = granted(empty, T0, "a");
        PermitLedger begunAnew = granted(PermitLedger.EMPTY, T0 + SECOND, "a");

        assertThat(empty.groups()).isEmpty();
        assertThat(number(second, 0)).isGreaterThan(number(first, 0));
        assertThat(number(begunAnew, 0)).isGreaterThan(number(second, 0));
    }

    // ---- what nobody can have taken

    private static PermitLedger ending(long until) {
        return new PermitLedger(2, List.of(new Group("a", 1, until, false, 1, 0)));
    }

    @Test
    void aLeaseOfCenturiesLastsADayFromTheFirstCallThatMeetsIt() {
        PermitLedger met = grant(ending(Long.MAX_VALUE), T0, "b", 1).state();

        assertThat(met).isEqualTo(ending(T0 + DAY));
        assertThat(grant(met, T0 + SECOND, "b", 1).state()).isSameAs(met);
        assertThat(grant(met, T0 + DAY - 1, "b", 1).answer()).isEmpty();
        assertThat(grant(met, T0 + DAY, "b", 1).answer()).isPresent();
    }

    @Test
    void aLeaseThatANodeWithOtherSettingsMayHaveTakenIsLeftAlone() {
        PermitLedger foreign = ending(T0 + DAY);

        assertThat(grant(foreign, T0, "b", 1).state()).isSameAs(foreign);
    }

    @Test
    void aTermThatIsReallyConfiguredIsNotCutHoweverLongItIs() {
        Rules centuries = rules(1, Long.MAX_VALUE, false);
        PermitLedger ledger = granted(PermitLedger.EMPTY, T0, "a", centuries);

        assertThat(ledger.groups().get(0).until()).isEqualTo(Long.MAX_VALUE);
        assertThat(new Grant("b", centuries).apply(ledger, T0 + DAY).state()).isSameAs(ledger);
    }

    @Test
    void aLedgerThatHasNoNumberLeftBeginsAnew() {
        PermitLedger last = new PermitLedger(
                Long.MAX_VALUE / 2, List.of(new Group("a", Long.MAX_VALUE / 2 - 1, T0 + TTL, false, 1, 0)));

        assertThat(granted(last, T0, "b")).isEqualTo(granted(PermitLedger.EMPTY, T0, "b"));
    }

    @Test
    void aGroupThatCannotCountOneMoreIsNotJoined() {
        long most = Long.MAX_VALUE - (1L << 32);
        PermitLedger full =
                new PermitLedger(2, List.of(new Group("a", 1, new LeaseTerm(TTL).end(T0), false, most, most - 1)));

        assertThat(granted(full, T0, "a").groups()).extracting(Group::held).containsExactly(1L, 1L);
    }

    // ---- giving back

    @Test
    void aReleaseThatIsRepeatedCountsOnce() {
        PermitLedger three = granted(granted(granted(PermitLedger.EMPTY, T0, "a"), T0, "a"), T0, "a");
        PermitLedger once = released(three, "a", number(three, 0), 1);

        assertThat(once.held(T0)).isEqualTo(2);
        assertThat(released(once, "a", number(three, 0), 1)).isSameAs(once);
        assertThat(new Release("a", 1, 1).isRepeatable()).isTrue();
    }

    @Test
    void aReleaseThatComesBehindALaterOneChangesNothing() {
        PermitLedger three = granted(granted(granted(PermitLedger.EMPTY, T0, "a"), T0, "a"), T0, "a");
        PermitLedger two = released(three, "a", number(three, 0), 2);

        assertThat(two.held(T0)).isEqualTo(1);
        assertThat(released(two, "a", number(three, 0), 1)).isSameAs(two);
    }

    @Test
    void aReleaseOfAGroupThatIsGoneChangesNothing() {
        PermitLedger early = granted(PermitLedger.EMPTY, T0, "a");
        PermitLedger later = granted(early, T0 + 2 * TTL, "b");

        assertThat(released(later, "a", number(early, 0), 1)).isSameAs(later);
        assertThat(released(later, "a", number(later, 0), 1)).isSameAs(later);
        assertThat(new PermitsType().released(later, "b"::equals).groups()).isEmpty();
        assertThat(new PermitsType().released(later, "c"::equals)).isSameAs(later);
    }

    @Test
    void aGroupWithNothingLeftInItDisappears() {
        PermitLedger two = granted(granted(PermitLedger.EMPTY, T0, "a"), T0, "a");

        assertThat(released(two, "a", number(two, 0), 2).groups()).isEmpty();
        assertThat(released(two, "a", number(two, 0), 99).groups()).isEmpty();
    }

    // ---- renewing

    @Test
    void renewedPermitsOfOneOwnerAreOneGroupWhoseEndMovesOn() {
        PermitLedger ledger = granted(PermitLedger.EMPTY, T0, "a", RENEWED);
        ledger = granted(ledger, T0 + TTL / 2, "a", RENEWED);
        assertThat(ledger.groups()).hasSize(1);
        assertThat(ledger.held(T0 + TTL + TTL / 2 - 1)).isEqualTo(2);

        PermitLedger renewed =
                new Renew("a", RENEWED.term()).apply(ledger, T0 + TTL).state();

        assertThat(renewed.held(T0 + 2 * TTL - 1)).isEqualTo(2);
        assertThat(new Renew("a", RENEWED.term()).apply(renewed, T0 + TTL).state())
                .isSameAs(renewed);
        assertThat(new Renew("b", RENEWED.term()).apply(ledger, T0 + TTL).state())
                .isSameAs(ledger);
    }

    @Test
    void whatHasLapsedIsNotRenewed() {
        PermitLedger ledger = granted(PermitLedger.EMPTY, T0, "a", RENEWED);

        assertThat(new Renew("a", RENEWED.term()).apply(ledger, T0 + TTL).state())
                .isSameAs(ledger);
    }

    @Test
    void permitsThatAreNotToBeRenewedAreNeverCountedWithThoseThatAre() {
        PermitLedger ledger = granted(granted(PermitLedger.EMPTY, T0, "a", RENEWED), T0, "a");
        PermitLedger renewed =
                new Renew("a", RENEWED.term()).apply(ledger, T0 + TTL - 1).state();

        assertThat(ledger.groups()).hasSize(2);
        assertThat(renewed.held(T0 + TTL)).isEqualTo(1);
    }

    @Test
    void aRenewalNeverMovesAnEndBack() {
        PermitLedger ledger = granted(PermitLedger.EMPTY, T0, "a", rules(9, 10 * TTL, true));

        assertThat(new Renew("a", new LeaseTerm(TTL)).apply(ledger, T0).state()).isSameAs(ledger);
    }

    // ---- what cannot be

    @Test
    void statesThatMeanNothingCannotBeBuilt() {
        assertThatThrownBy(() -> new Group("a", 0, T0, false, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Group("a", 1, -1, false, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Group("a", 1, T0, false, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Group("a", 1, T0, false, 1, -1)).isInstanceOf(IllegalArgumentException.class);
        Group one = new Group("a", 1, T0, false, 1, 0);
        assertThatThrownBy(() -> new PermitLedger(1, List.of(one))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PermitLedger(2, List.of(one, one))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PermitLedger(0, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThat(new PermitLedger(2, List.of(one)).held(0)).isEqualTo(1);
    }
}
