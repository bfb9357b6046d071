package dev.firefly.resilience.engine.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.engine.bulkhead.World.Place;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One bulkhead and several nodes. */
@Timeout(120)
class SharedBulkheadTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration TICK = World.STALENESS.dividedBy(4);

    private World here = new World(Place.STORE, b -> b.maxConcurrent(2));
    private World there = here.otherNode();

    private void with(UnaryOperator<BulkheadConfig.Builder> settings) {
        here = new World(Place.STORE, settings);
        there = here.otherNode();
    }

    @Test
    void thePermitsAreThoseOfTheWholeCluster() {
        Permit first = here.bulkhead.acquire();
        there.bulkhead.acquire();

        assertThat(here.bulkhead.tryAcquire()).isEmpty();
        assertThat(there.bulkhead.tryAcquire()).isEmpty();
        first.close();
        there.awaitAvailable(1);
        assertThat(there.bulkhead.tryAcquire()).isPresent();
        assertThat(here.bulkhead.tryAcquire()).isEmpty();
    }

    @Test
    void aPermitThatIsGivenBackElsewhereWakesACallThatWaitsHere() {
        with(b -> b.maxWait(HOUR).permitTtl(HOUR));
        Permit permit = there.bulkhead.acquire();
        Call waiting = Form.CALL_ASYNC.start(here.bulkhead);
        here.clock.advance(Duration.ZERO);
        World.await(() -> here.bulkhead.availablePermits() == 0);

        permit.close();

        waiting.awaitBegun().succeed();
    }

    @Test
    void whoeverHearsNothingLooksWhileItWaits() {
        with(b -> b.maxWait(HOUR).permitTtl(HOUR));
        Permit permit = there.bulkhead.acquire();
        Call waiting = Form.CALL_ASYNC.start(here.bulkhead);
        here.awaitStore();
        here.store.loseChanges();
        permit.close();
        there.awaitStore();
        assertThat(waiting.isWaiting()).isTrue();

        here.advanceSlowly(World.STALENESS.plus(TICK));

        waiting.awaitBegun();
    }

    // ---- nodes that go

    @Test
    void aNodeThatClosesGivesItsPermitsBack() {
        there.bulkhead.acquire();
        there.bulkhead.acquire();
        assertThat(here.bulkhead.tryAcquire()).isEmpty();

        there.cells.close();

        here.awaitAvailable(2);
    }

    @Test
    void whatAMemberHeldThatHasLeftReturnsAtOnceAndExactlyOnce() {
        with(b -> b.maxConcurrent(2).permitTtl(HOUR));
        Permit late = there.bulkhead.acquire();
        there.bulkhead.acquire();
        assertThat(here.bulkhead.availablePermits()).isZero();
        here.advance(TICK);

        there.store.close();
        here.advance(TICK);

        here.awaitAvailable(2);
        here.bulkhead.acquire();
        late.close();
        there.awaitStore();
        here.advance(Duration.ofSeconds(20)); // members that have left are looked for once more
        here.awaitStore();
        assertThat(here.bulkhead.availablePermits()).isEqualTo(1);
    }

    @Test
    void whatANodeHeldThatDiedUnseenLapses() {
        there.bulkhead.acquire();
        there.store.goDown();

        here.advanceSlowly(World.TTL.minus(TICK));
        assertThat(here.bulkhead.availablePermits()).isEqualTo(1);
        here.advanceSlowly(TICK.plus(World.TTL.dividedBy(8)));

        assertThat(here.bulkhead.availablePermits()).isEqualTo(2);
    }

    @Test
    void aRenewedPermitOutlivesItsTermButNotItsNode() {
        with(b -> b.permitRenewal(true));
        there.bulkhead.acquire();
        for (int i = 0; i < 40; i++) {
            here.advance(TICK.multipliedBy(4));
            there.awaitStore();
        }
        assertThat(here.bulkhead.tryAcquire()).isEmpty();

        there.store.goDown();
        here.advanceSlowly(World.TTL.multipliedBy(2));

        Permit permit = here.bulkhead.tryAcquire().orElseThrow();
        there.store.recover();
        here.advanceSlowly(World.TTL);
        there.awaitStore();
        assertThat(there.bulkhead.tryAcquire()).isEmpty();
        permit.close();
        there.awaitAvailable(1);
    }

    // ---- a store that fails

    @Test
    void whoeverIsNotDecidedInTimeHoldsNothing() {
        assertThat(here.bulkhead.availablePermits()).isEqualTo(2);
        try (var gate = here.store.hold(Operation.LOCK)) {
            Call call = Form.CALL_ASYNC.start(here.bulkhead);
            gate.awaitSomebody();
            here.advance(Duration.ofMinutes(1));
            assertThat(StoreFailures.codeOf(call)).isEqualTo("RESILIENCE_STORE_LOCK_TIMEOUT");
            assertThat(call.hasBegun()).isFalse();
        }
        assertThat(there.bulkhead.tryAcquire()).isPresent();
        assertThat(there.bulkhead.tryAcquire()).isPresent();
        here.awaitStore();
        assertThat(there.bulkhead.availablePermits()).isZero();
    }

    @Test
    void aPermitThatWasGrantedToSomebodyWhoWasToldThatTheStoreFailedGoesBack() throws InterruptedException {
        here.store.breakNextWrite(StoreFailures.WRITTEN_BUT_THROWS);
        assertThatThrownBy(here.bulkhead::tryAcquire).isInstanceOf(StoreFailures.UNAVAILABLE);
        assertThat(there.bulkhead.availablePermits()).isEqualTo(1);

        here.advanceUntilAvailable(there, 2);
    }

    @Test
    void aReleaseThatCannotBeWrittenIsWrittenLater() throws InterruptedException {
        Permit permit = here.bulkhead.acquire();
        assertThat(there.bulkhead.availablePermits()).isEqualTo(1);
        here.store.goDown();

        permit.close();
        assertThat(here.bulkhead.availablePermits()).isEqualTo(2);
        here.store.recover();

        here.advanceUntilAvailable(there, 2);
    }

    @Test
    void aReleaseWhoseWriteIsInDoubtCountsOnce() throws InterruptedException {
        Permit permit = here.bulkhead.acquire();
        here.bulkhead.acquire();
        assertThat(there.bulkhead.availablePermits()).isZero();
        here.store.breakNextWrite(StoreFailures.WRITTEN_BUT_THROWS);

        permit.close();
        there.awaitAvailable(1);
        there.bulkhead.acquire(); // so that the doubtful record is not found any more
        here.advanceSlowly(Duration.ofSeconds(1));

        assertThat(there.bulkhead.availablePermits()).isZero();
        assertThat(here.bulkhead.tryAcquire()).isEmpty();
    }

    @Test
    void noReleaseIsLostHoweverManyThereAreWhileTheStoreIsAway() throws InterruptedException {
        int many = 1_200;
        with(b -> b.maxConcurrent(many).permitTtl(HOUR));
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            permits.add(here.bulkhead.acquire());
            here.advance(Duration.ofSeconds(1)); // of many groups
        }
        assertThat(there.bulkhead.availablePermits()).isZero();
        here.store.goDown();
        permits.forEach(Permit::close);
        here.clock.awaitTimers(3);

        here.store.recover();
        here.advance(Duration.ofSeconds(6));

        there.awaitAvailable(many);
    }

    @Test
    void aStoreThatFailsAfterTheCallNeverReplacesItsOutcome() {
        String result = here.bulkhead.<String, RuntimeException>call(() -> {
            here.store.goDown();
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThatThrownBy(here.bulkhead::acquire).isInstanceOf(StoreFailures.UNAVAILABLE);
    }

    @Test
    void aCallThatWaitsWhileTheStoreFailsIsToldSoAndTheLineGoesOn() {
        with(b -> b.maxWait(HOUR).permitTtl(HOUR));
        Permit permit = here.bulkhead.acquire();
        Call first = Form.CALL_ASYNC.start(here.bulkhead);
        Call second = Form.CALL_ASYNC.start(here.bulkhead);
        World.await(() -> here.timers() >= 3 && here.bulkhead.availablePermits() == 0);
        here.awaitStore();
        here.store.failNext(Operation.LOCK, new IllegalStateException("on purpose"));

        permit.close();

        assertThat(StoreFailures.codeOf(first)).isEqualTo("RESILIENCE_STORE_UNAVAILABLE");
        here.advanceSlowly(Duration.ofSeconds(2));
        second.awaitBegun().succeed();
    }

    @Test
    void aRecordThatWasLostIsBegunAnewAndWhatWasHeldBeforeAddsNothing() {
        Permit old = here.bulkhead.acquire();
        here.store.put(World.KEY, new byte[] {1, 2, 3});
        here.advanceSlowly(World.STALENESS);
        here.bulkhead.acquire();
        here.bulkhead.acquire();

        old.close();
        here.awaitStore();

        assertThat(there.bulkhead.tryAcquire()).isEmpty();
        assertThat(here.bulkhead.tryAcquire()).isEmpty();
    }

    // ---- how often the store is troubled

    @Test
    void whatAFullBulkheadRejectsDoesNotTouchTheStore() {
        here.bulkhead.acquire();
        there.bulkhead.acquire();
        assertThat(here.bulkhead.tryAcquire()).isEmpty();
        here.awaitStore();
        here.store.forgetCalls();

        for (int i = 0; i < 100; i++) {
            assertThat(here.bulkhead.tryAcquire()).isEmpty();
            Form.CALL_ASYNC.start(here.bulkhead).rejection();
            assertThat(here.bulkhead.availablePermits()).isZero();
        }

        assertThat(here.store.calls()).isEmpty();
    }

    @Test
    void callsThatWaitDoNotTouchTheStoreUntilThereIsNews() {
        with(b -> b.maxWait(HOUR).permitTtl(HOUR));
        there.bulkhead.acquire();
        assertThat(here.bulkhead.availablePermits()).isZero();
        here.awaitStore();
        here.store.forgetCalls();

        for (int i = 0; i < 100; i++) {
            Form.CALL_ASYNC.start(here.bulkhead);
        }
        here.advance(TICK.minusNanos(1));

        assertThat(here.store.calls()).isEmpty();
        assertThat(here.timers()).isEqualTo(102); // theirs, one look, and the other node
    }

    @Test
    void buildingABulkheadDoesNotTouchTheStore() {
        assertThat(here.store.calls()).isEmpty();
        assertThat(here.timers()).isEqualTo(1); // the other node's
    }
}
