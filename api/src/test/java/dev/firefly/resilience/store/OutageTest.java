package dev.firefly.resilience.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.StoreDegraded;
import dev.firefly.resilience.event.StoreRecovered;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.store.FailingCalls.Failure;
import dev.firefly.resilience.store.StoreStatus.Mode;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of calls while the shared store is down, and when it is back. */
@Timeout(20)
class OutageTest {
    private final List<Node> nodes = new ArrayList<>();

    private Node node(OnFailure onFailure) {
        Node made = nodes.isEmpty() ? new Node(onFailure) : nodes.get(0).other(onFailure);
        nodes.add(made);
        return made;
    }

    @AfterEach
    void close() {
        nodes.forEach(node -> {
            node.store.recover();
            node.close();
        });
    }

    private static int admitted(RateLimiter limiter) {
        int count = 0;
        while (limiter.tryAcquire()) {
            count++;
        }
        return count;
    }

    private static List<Permit> admitted(Bulkhead bulkhead) {
        List<Permit> held = new ArrayList<>();
        for (var permit = bulkhead.tryAcquire(); permit.isPresent(); permit = bulkhead.tryAcquire()) {
            held.add(permit.get());
        }
        return held;
    }

    // ---- finding out

    @Test
    void aFewFailuresInARowTurnTheStoreOffAndTheLastOfThemIsServedAlready() {
        Node node = node(OnFailure.LOCAL);
        Bulkhead bulkhead = node.registry.bulkhead("x");
        node.store.fail(Operation.LOCK);

        for (int i = 1; i < Node.FAILURES; i++) {
            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(bulkhead::tryAcquire)
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_UNAVAILABLE));
        }
        assertThat(node.registry.storeStatus().mode()).isEqualTo(Mode.SHARED);
        assertThat(bulkhead.tryAcquire()).isPresent();

        StoreStatus status = node.registry.storeStatus();
        assertThat(status.mode()).isEqualTo(Mode.DEGRADED);
        assertThat(status.cause()).hasValueSatisfying(cause -> assertThat(cause).contains("Every LOCK fails"));
        assertThat(status.since()).contains(node.clock.now());
        assertThat(status.onFailure()).isEqualTo(OnFailure.LOCAL);
    }

    @Test
    void anAnswerInBetweenBeginsTheCountAnew() {
        Node node = node(OnFailure.LOCAL);
        Bulkhead bulkhead = node.registry.bulkhead("x");
        for (int round = 0; round < 3; round++) {
            node.store.failNext(Operation.LOCK, Node.FAILURES - 1);
            for (int i = 1; i < Node.FAILURES; i++) {
                assertThatThrownBy(bulkhead::tryAcquire).isInstanceOf(StoreUnavailableException.class);
            }
            assertThat(bulkhead.tryAcquire()).isPresent();
        }
        assertThat(node.degradations()).isZero();
    }

    @Test
    void aStoreThatDoesNotAnswerIsTurnedOffAfterAFewWaitsWhichAllEndAsTimeOuts() {
        Node node = new Node(OnFailure.LOCAL, Duration.ofMillis(20));
        nodes.add(node);
        Bulkhead bulkhead = node.registry.bulkhead("x");
        try (Gate gate = node.store.hold(Operation.LOCK)) {
            for (int i = 1; i <= Node.FAILURES; i++) {
                assertThatExceptionOfType(StoreUnavailableException.class)
                        .isThrownBy(bulkhead::tryAcquire)
                        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT));
                node.clock.advance(Duration.ofMillis(20));
            }

            assertThat(bulkhead.tryAcquire()).isPresent();
            assertThat(node.registry.storeStatus().cause()).contains("no answer within 20ms");
        }
    }

    @Test
    void aKeyThatSomebodyKeepsLockedIsNoOutageHoweverManyGiveUp() {
        Node node = new Node(OnFailure.OPEN, Duration.ofMillis(250));
        nodes.add(node);
        Bulkhead bulkhead = node.registry.bulkhead("x");
        try (var lock = node.store.lockElsewhere("firefly:resilience:bulkhead:x")) {
            for (int i = 0; i < Node.FAILURES + 1; i++) {
                assertThatExceptionOfType(StoreUnavailableException.class)
                        .isThrownBy(bulkhead::tryAcquire)
                        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT));
                node.clock.advance(Duration.ofMillis(250));
            }
        }
        assertThat(node.degradations()).isZero();
    }

    @Test
    void oneStallIsOneFailureHoweverManyWaitForTheSameAnswer() {
        Node node = new Node(OnFailure.OPEN, Duration.ofMillis(20));
        nodes.add(node);
        Bulkhead bulkhead = node.registry.bulkhead("x");
        try (Gate gate = node.store.hold(Operation.LOCK)) {
            for (int i = 0; i < 3 * Node.FAILURES; i++) { // on a clock that stands still they are all at once
                assertThatThrownBy(bulkhead::tryAcquire).isInstanceOf(StoreUnavailableException.class);
            }
        }
        assertThat(node.degradations()).isZero();
    }

    @Test
    void aCircuitThatIsOnlyReadGoesOnTooWhenReadsFail() {
        Node node = node(OnFailure.LOCAL);
        CircuitBreaker breaker = node.registry.circuitBreaker("x");
        breaker.forceOpen();
        node.store.fail(Operation.READ);

        int told = 0;
        while (node.registry.storeStatus().mode() == Mode.SHARED) {
            node.clock.advance(Duration.ofMillis(250)); // the background reads as well
            try {
                breaker.state();
            } catch (StoreUnavailableException e) {
                told++;
            }
        }

        assertThat(told).isLessThan(Node.FAILURES);
        node.clock.advance(Duration.ofMinutes(1));
        assertThat(breaker.state().phase()).isEqualTo(Phase.FORCED_OPEN);
    }

    @Test
    void itIsAnnouncedOnceWhenTheStoreGoesAndOnceWhenItIsBack() throws Exception {
        Node node = node(OnFailure.LOCAL);
        node.loseStore();
        for (int i = 0; i < 20; i++) {
            node.registry.bulkhead("x").tryAcquire();
        }
        node.regainStore();

        assertThat(node.events.events(StoreDegraded.class)).hasSize(1);
        assertThat(node.events.events(StoreRecovered.class)).hasSize(1);
        assertThat(node.registry.storeStatus().mode()).isEqualTo(Mode.SHARED);
        assertThat(node.registry.storeStatus().since()).isEmpty();
    }

    @Test
    void bothEventsNameTheInstanceWhoseCallFoundOut() throws Exception {
        Node node = node(OnFailure.LOCAL);
        node.registry.bulkhead("x").tryAcquire();
        node.loseStore(); // with calls of "other"
        node.regainStore();

        assertThat(node.events.events(StoreDegraded.class))
                .extracting(StoreDegraded::pattern, StoreDegraded::instance)
                .containsExactly(tuple(Pattern.BULKHEAD, "other"));
        assertThat(node.events.events(StoreRecovered.class))
                .extracting(StoreRecovered::pattern, StoreRecovered::instance)
                .containsExactly(tuple(Pattern.BULKHEAD, "other"));
    }

    @Test
    void aNameWhoseRecordANewerVersionWroteGoesOnAloneWhichIsNoOutage() {
        Node node = node(OnFailure.LOCAL);
        String key = "firefly:resilience:bulkhead:x";
        node.registry.bulkhead("x").tryAcquire();
        byte[] newer = node.store.read(List.of(key)).get(key).clone();
        newer[1]++; // the major version
        node.store.withLock(key, Duration.ofMinutes(1), entry -> entry.compareAndReplace(entry.value(), newer));

        assertThat(node.registry.bulkhead("x").tryAcquire()).isPresent();

        assertThat(node.store.read(List.of(key)).get(key)).isEqualTo(newer);
        assertThat(node.degradations()).isZero();
        assertThat(node.registry.storeStatus().mode()).isEqualTo(Mode.SHARED);
    }

    // ---- local

    @Test
    void aNodeThatGoesOnAloneUsesItsShareOfEachLimit() {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.clock.advance(Duration.ofSeconds(10));

        here.loseStore();

        assertThat(admitted(here.registry.rateLimiter("x"))).isEqualTo(3);
        here.clock.advance(Duration.ofSeconds(1));
        assertThat(admitted(here.registry.rateLimiter("x"))).isEqualTo(3);
        assertThat(admitted(here.registry.bulkhead("x"))).hasSize(3);
    }

    @Test
    void ofTokensThatWereUsedBeforeEachNodeBearsItsShare() {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.clock.advance(Duration.ofSeconds(10));
        there.registry.rateLimiter("x").tryAcquire(4);
        here.registry.rateLimiter("x").availableTokens();

        here.loseStore();

        assertThat(admitted(here.registry.rateLimiter("x"))).isEqualTo(1);
    }

    @Test
    void aLimitOfOneIsNotDividedIntoNothing() {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        for (int i = 0; i < 5; i++) {
            node(OnFailure.LOCAL);
        }
        nodes.forEach(there::meet);
        while (here.registry.storeStatus().registries() < 7) {
            Thread.onSpinWait();
        }
        here.loseStore();

        assertThat(admitted(here.registry.bulkhead("x"))).hasSize(1);
        here.clock.advance(Duration.ofSeconds(10));
        assertThat(admitted(here.registry.rateLimiter("x"))).isEqualTo(1);
    }

    @Test
    void aCircuitThatWasOpenStaysOpenAndOneThatFailsAloneOpens() throws Exception {
        Node here = node(OnFailure.LOCAL);
        CircuitBreaker breaker = here.registry.circuitBreaker("x");
        breaker.state();
        here.loseStore();
        Failure.failing(breaker, 2);

        assertThat(breaker.state().phase()).isEqualTo(Phase.OPEN);
        assertThatThrownBy(() -> breaker.call(() -> "x")).isInstanceOf(CircuitBreakerOpenException.class);
    }

    @Test
    void thePermitsANodeHoldsStayItsOwnThroughAnOutage() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        Bulkhead bulkhead = here.registry.bulkhead("x");
        Permit first = bulkhead.acquire();
        Permit second = bulkhead.acquire();
        there.registry.bulkhead("x").acquire();

        here.loseStore();
        assertThat(bulkhead.availablePermits()).isEqualTo(1);
        first.close();
        assertThat(bulkhead.availablePermits()).isEqualTo(2);

        here.regainStore();
        there.awaitAvailable(4);
        second.close();
        there.awaitAvailable(5);
    }

    @Test
    void permitsThatAreOutWhenTheStoreIsBackEnterTheRecordEvenAboveTheLimit() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.loseStore();
        List<Permit> alone = admitted(here.registry.bulkhead("x"));
        List<Permit> shared = admitted(there.registry.bulkhead("x"));
        assertThat(alone).hasSize(3);
        assertThat(shared).hasSize(6);

        here.regainStore();
        here.settle();

        assertThat(here.registry.bulkhead("x").tryAcquire()).isEmpty();
        shared.subList(0, 3).forEach(Permit::close);
        assertThat(there.registry.bulkhead("x").tryAcquire()).isEmpty();
        alone.get(0).close();
        here.awaitAvailable(1);
        there.awaitAvailable(1);
    }

    @Test
    void theSevererStateOfACircuitRulesWhenTheStoreIsBack() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.loseStore();
        Failure.failing(here.registry.circuitBreaker("x"), 2);
        assertThat(there.registry.circuitBreaker("x").state().phase()).isEqualTo(Phase.CLOSED);

        here.regainStore();

        here.settle();
        there.clock.advance(Duration.ofSeconds(1));
        assertThat(there.registry.circuitBreaker("x").state().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void aWindowThatGrewAloneIsDropped() throws Exception {
        Node here = node(OnFailure.LOCAL);
        CircuitBreaker breaker = here.registry.circuitBreaker("x");
        breaker.state();
        here.loseStore();
        Failure.failing(breaker, 1);

        here.regainStore();
        Failure.failing(breaker, 1);

        assertThat(breaker.state().phase()).isEqualTo(Phase.CLOSED);
        assertThat(breaker.state().failureCount()).isEqualTo(1);
    }

    @Test
    void tokensUsedAloneAreMissingWhenTheStoreIsBack() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.clock.advance(Duration.ofSeconds(10));
        here.loseStore();
        here.clock.advance(Duration.ofMillis(499));
        assertThat(admitted(here.registry.rateLimiter("x"))).isEqualTo(3);
        here.store.recover();
        here.clock.advance(Duration.ofMillis(1));
        here.events.await(StoreRecovered.class, 1);

        assertThat(here.registry.rateLimiter("x").tryAcquire(3)).isTrue();
        assertThat(here.registry.rateLimiter("x").tryAcquire()).isFalse();
    }

    @Test
    void whatWasMissingBeforeAnOutageIsNotMissingTwiceAfterIt() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.clock.advance(Duration.ofSeconds(10));
        there.registry.rateLimiter("x").tryAcquire(4);
        here.registry.rateLimiter("x").availableTokens();
        here.loseStore();
        assertThat(admitted(here.registry.rateLimiter("x")))
                .as("of a share of 3, of which 2 were missing")
                .isEqualTo(1);
        here.clock.advance(Duration.ofMillis(499));
        here.store.recover();
        here.clock.advance(Duration.ofMillis(1));
        here.events.await(StoreRecovered.class, 1);

        assertThat(admitted(here.registry.rateLimiter("x")))
                .as("of 6, of which 4 were missing and 1 was used alone half a second ago, when 3 began to flow in")
                .isEqualTo(4);
    }

    @Test
    void anOutageInWhichNothingWasUsedLeavesTheBucketAsItIs() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.clock.advance(Duration.ofSeconds(10));
        there.registry.rateLimiter("x").tryAcquire(4);
        here.registry.rateLimiter("x").availableTokens();
        here.loseStore();
        here.clock.advance(Duration.ofMillis(499));
        here.store.recover();
        here.clock.advance(Duration.ofMillis(1));
        here.events.await(StoreRecovered.class, 1);

        assertThat(admitted(here.registry.rateLimiter("x"))).isEqualTo(5);
    }

    // ---- fail, open

    @Test
    void underFailEachCallThatNeedsTheStoreIsToldAtOnce() {
        Node node = node(OnFailure.FAIL);
        node.registry.circuitBreaker("x").state();
        node.loseStore();

        for (FailingCalls call : FailingCalls.values()) {
            assertThatExceptionOfType(StoreUnavailableException.class)
                    .as("%s", call)
                    .isThrownBy(() -> call.run(node.registry))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_UNAVAILABLE))
                    .withMessageContaining("The store is down");
        }
    }

    @Test
    void underOpenEachCallPasses() throws Exception {
        Node node = node(OnFailure.OPEN);
        node.registry.circuitBreaker("x").forceOpen();
        node.loseStore();

        for (FailingCalls call : FailingCalls.values()) {
            for (int i = 0; i < 10; i++) {
                assertThat(call.run(node.registry)).as("%s", call).isEqualTo("passed");
            }
        }
        node.regainStore();
        assertThat(node.registry.circuitBreaker("x").state().phase()).isEqualTo(Phase.FORCED_OPEN);
    }

    @Test
    void aPermitGivenBackDuringAnOutageIsBackWhenTheStoreIs() throws Exception {
        Node node = node(OnFailure.FAIL);
        Permit permit = node.registry.bulkhead("x").acquire();
        node.loseStore();
        permit.close();

        node.regainStore();

        assertThat(admitted(node.registry.bulkhead("x"))).hasSize(6);
    }
}
