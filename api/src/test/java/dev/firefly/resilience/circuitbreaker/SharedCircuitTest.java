package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.LateResultIgnored;
import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.Operation;
import dev.firefly.resilience.tck.kit.WriteFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One circuit, several nodes, and a store that does not always behave. */
@Timeout(120)
class SharedCircuitTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final String KEY = "firefly:resilience:circuit-breaker:x";

    private final World here = new World(Place.STORE, b -> b.failureThreshold(3).halfOpenMaxCalls(2));
    private final World there = here.otherNode();

    @Test
    void failuresOfAllNodesAddUpAndTheOneThatTripsAnnouncesIt() {
        here.fail(1);
        there.fail(1);
        assertThat(here.phase()).isEqualTo(Phase.CLOSED);
        here.fail(1);

        assertThat(there.phase()).isEqualTo(Phase.OPEN);
        assertThat(here.events(CircuitOpened.class)).hasSize(1);
        assertThat(there.events(CircuitOpened.class)).isEmpty();
        assertThatThrownBy(() -> there.breaker.call(() -> "never")).isInstanceOf(CircuitBreakerOpenException.class);
    }

    @Test
    void whatSomebodyDoesByHandRulesOnEveryNode() {
        here.breaker.forceOpen();
        assertThat(there.phase()).isEqualTo(Phase.FORCED_OPEN);
        there.breaker.disable();
        assertThat(here.phase()).isEqualTo(Phase.DISABLED);
        here.breaker.close();
        assertThat(there.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void theProbesAreThoseOfTheWholeCluster() {
        here.breaker.open(WAIT);
        here.advance(WAIT);
        Decision first = here.breaker.permit();
        Decision second = there.breaker.permit();

        assertThat(first.probe()).isTrue();
        assertThat(second.probe()).isTrue();
        assertThat(here.breaker.permit().allowed()).isFalse();
        assertThat(there.breaker.permit().allowed()).isFalse();
        assertThat(here.events(CircuitHalfOpened.class)).hasSize(1);
        assertThat(there.events(CircuitHalfOpened.class)).isEmpty();

        second.recordSuccess();
        assertThat(here.phase()).isEqualTo(Phase.CLOSED);
        assertThat(there.events(CircuitClosed.class)).hasSize(1);
        first.recordFailure();
        assertThat(here.events(LateResultIgnored.class)).hasSize(1);
    }

    @Test
    void theWaitCountsFromTheSharedOpeningWhenEachNodeSeesIt() {
        here.breaker.open(WAIT);
        here.advance(20);
        World late = here.otherNode();

        assertThat(late.breaker.permit().retryAfter()).contains(Duration.ofSeconds(10));
        here.advance(10);
        assertThat(late.breaker.permit().probe()).isTrue();
    }

    @Test
    void nodesWithDifferentWindowsEachJudgeByTheirOwn() {
        World strict = here.otherNode(b -> b.failureThreshold(2).windowSize(2));
        here.fail(1);
        here.succeed(1);
        here.writeGathered();
        strict.fail(1);
        assertThat(strict.phase()).isEqualTo(Phase.CLOSED);

        strict.fail(1);

        assertThat(here.phase()).isEqualTo(Phase.OPEN);
        assertThat(strict.events(CircuitOpened.class)).hasSize(1);
    }

    @Test
    void aSuccessFromAnOlderEpochIsVisibleAsLate() {
        Decision early = here.breaker.permit();
        there.breaker.open(WAIT);

        early.recordSuccess();

        assertThat(here.events(LateResultIgnored.class))
                .singleElement()
                .satisfies(event -> assertThat(event.success()).isTrue());
    }

    @Test
    void aFailureWhoseWriteIsReportedBeforeItIsAcknowledgedIsNotSeenTwice() {
        World world = new World(Place.STORE, b -> b.failureThreshold(2));
        world.succeed(1);
        world.store.breakNextWrite(WriteFault.THROWS_AFTER);
        world.fail(1);

        assertThat(world.breaker.state().failureCount()).isEqualTo(1);
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    // ---- the store fails

    @Test
    void aStoreThatFailsAfterTheCallNeverReplacesItsOutcome() {
        IOException failure = new IOException("on purpose");
        here.succeed(1);

        String result = here.breaker.<String, RuntimeException>call(() -> {
            here.store.goDown();
            return "done";
        });
        assertThat(result).isEqualTo("done");
        here.store.recover();
        assertThatThrownBy(() -> here.breaker.call(() -> {
                    here.store.goDown();
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(failure.getSuppressed()).isEmpty();
    }

    @Test
    void aProbeWhoseStoreFailsAfterTheCallIsSettledWhenTheStoreIsBack() throws InterruptedException {
        here.breaker.open(WAIT);
        here.advance(WAIT);

        String result = here.breaker.<String, RuntimeException>call(() -> {
            here.store.goDown();
            return "done";
        });

        assertThat(result).isEqualTo("done");
        here.clock.awaitTimers(3);
        here.store.recover();
        here.advance(Duration.ofMillis(100));
        here.breaker.forceOpen(); // behind all that is queued
        assertThat(here.events(CircuitClosed.class)).hasSize(1);
        assertThat(there.events(CircuitClosed.class)).isEmpty();
    }

    @Test
    void whoeverIsNotDecidedInTimeIsTurnedAwayAndHoldsNoProbe() {
        here.breaker.open(WAIT);
        here.advance(WAIT);
        here.breaker.state();
        try (Gate gate = here.store.hold(Operation.LOCK)) {
            var call = here.breaker
                    .<String>callAsync(() -> {
                        throw new AssertionError("never");
                    })
                    .toCompletableFuture();
            gate.awaitSomebody();
            here.advance(60);
            assertThatThrownBy(call::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT));
        }
        assertThat(there.breaker.permit().probe()).isTrue();
        assertThat(there.breaker.permit().probe()).isTrue();
        assertThat(there.breaker.permit().allowed()).isFalse();
    }

    @Test
    void aProbeThatWasGrantedToSomebodyWhoWasToldThatTheStoreFailedGoesBack() throws InterruptedException {
        World one = new World(Place.STORE, b -> b);
        World two = one.otherNode();
        one.breaker.open(WAIT);
        one.advance(WAIT);
        one.breaker.state();
        one.store.breakNextWrite(WriteFault.THROWS_AFTER);
        assertThatThrownBy(one.breaker::permit).isInstanceOf(StoreUnavailableException.class);
        assertThat(two.breaker.permit().allowed()).isFalse();

        one.clock.awaitTimers(3);
        one.advance(Duration.ofMillis(100));

        two.awaitPermit().recordSuccess();
        assertThat(one.phase()).isEqualTo(Phase.CLOSED);
        assertThat(one.events(CircuitHalfOpened.class)).hasSize(1);
    }

    @Test
    void aStoredCircuitThatCannotBeReadIsClosedAndTheNextWriteReplacesIt() {
        here.breaker.forceOpen();
        here.store.put(KEY, new byte[] {1, 2, 3});
        here.advance(2);

        assertThat(here.phase()).isEqualTo(Phase.CLOSED);
        here.fail(1);
        assertThat(there.breaker.state().failureCount()).isEqualTo(1);
    }

    /** Readable in every byte, and yet nobody can have written it. */
    @Test
    void aStoredCircuitThatOpenedInTheFutureIsClosedIsToldOnceAndTheNextWriteReplacesIt() throws Exception {
        here.breaker.open(WAIT);
        byte[] record = here.store.value(KEY);
        int openedAt = 3 + 4 * Long.BYTES + 1 + Long.BYTES;
        ByteBuffer.wrap(record)
                .putLong(
                        openedAt, here.clock.nanos() + Duration.ofDays(30 * 365).toNanos());
        try (LogWatch log = new LogWatch("dev.firefly.resilience.store")) {
            here.store.put(KEY, record);
            for (int i = 0; i < 3; i++) {
                here.advance(2);
                assertThat(here.phase()).isEqualTo(Phase.CLOSED);
            }

            // the other node's registry hears of it too
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("cannot be read"))
                    .hasSize(2)
                    .allMatch(line -> line.contains(KEY) && line.contains("happened after"));
        }
        here.fail(1);
        assertThat(there.breaker.state().failureCount()).isEqualTo(1);
    }

    @Test
    void aClockThatStepsBackAnHourLocksNobodyOut() {
        World world = new World(Place.STORE, b -> b.failureThreshold(1));
        world.fail(1);
        world.clock.step(Duration.ofHours(-1));

        assertThat(world.breaker.permit().retryAfter()).contains(WAIT);
        world.breaker.open(WAIT);
        world.advance(WAIT);

        Decision probe = world.breaker.permit();
        assertThat(probe.probe()).isTrue();
        probe.recordSuccess();
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aClockThatStepsBackWithinASecondIsClamped() {
        World world = new World(Place.STORE, b -> b.failureThreshold(1));
        world.fail(1);
        world.clock.step(Duration.ofMillis(-900));

        assertThat(world.breaker.permit().retryAfter()).contains(WAIT);
    }
}
