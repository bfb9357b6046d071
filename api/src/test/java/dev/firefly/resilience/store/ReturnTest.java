package dev.firefly.resilience.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.event.StoreDegraded;
import dev.firefly.resilience.event.StoreRecovered;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.store.FailingCalls.Failure;
import dev.firefly.resilience.store.StoreStatus.Mode;
import dev.firefly.resilience.tck.kit.Gate;
import dev.firefly.resilience.tck.kit.ManualClock;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a node did alone, and only that, is entered when the store is back; whatever was under way when it went. */
@Timeout(60)
class ReturnTest {
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

    private static void flap(Node node) throws InterruptedException {
        node.events.clear();
        node.loseStore();
        node.regainStore();
    }

    @Test
    void tokensThatWereMissingBeforeAreNotMissingTwiceHoweverOftenTheStoreGoes() throws Exception {
        Node node = node(OnFailure.LOCAL);
        RateLimiter limiter = node.registry.rateLimiter("x");
        limiter.tryAcquire(6);
        for (int i = 0; i < 10; i++) {
            flap(node); // half a second
        }
        node.settle();
        node.clock.advance(Duration.ofMillis(1_100));

        assertThat(limiter.availableTokens()).isEqualTo(6);
    }

    @Test
    void whatAnOperatorHasUndoneMeanwhileStaysUndone() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.registry.circuitBreaker("x").forceOpen();
        there.registry.circuitBreaker("x").state();
        here.loseStore();
        assertThat(here.registry.circuitBreaker("x").state().phase()).isEqualTo(Phase.FORCED_OPEN);
        there.registry.circuitBreaker("x").close();

        here.regainStore();
        here.settle();
        here.clock.advance(Duration.ofSeconds(2));

        assertThat(here.registry.circuitBreaker("x").state().phase()).isEqualTo(Phase.CLOSED);
        assertThat(there.registry.circuitBreaker("x").state().phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aCircuitThatOpenedAloneCanBeReadByAllThoughTheClockWasSetBack() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.registry.circuitBreaker("x").state();
        here.loseStore();
        Failure.failing(here.registry.circuitBreaker("x"), 2);
        here.store.stepClock(Duration.ofSeconds(-5));

        here.regainStore();
        here.settle();
        there.clock.advance(Duration.ofSeconds(2));

        assertThat(there.registry.circuitBreaker("x").state().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void aPermitThatWasGrantedToSomebodyWhoHadGivenUpIsNotTakenFromThoseGrantedAlone() throws Exception {
        Node node = new Node(OnFailure.LOCAL, Duration.ofMillis(50));
        nodes.add(node);
        Bulkhead bulkhead = node.registry.bulkhead("x");
        List<Permit> held = new ArrayList<>(List.of(bulkhead.acquire()));
        try (Gate gate = node.store.hold(Operation.WRITE)) {
            while (node.registry.storeStatus().mode() == Mode.SHARED) {
                assertThatThrownBy(bulkhead::tryAcquire).isInstanceOf(StoreUnavailableException.class);
                node.clock.advance(Duration.ofMillis(50));
            }
            for (int i = 1; i < 6; i++) {
                held.add(bulkhead.acquire());
            }
            assertThat(bulkhead.tryAcquire()).isEmpty();
        }
        node.events.await(StoreRecovered.class, 1);

        node.awaitAvailable(0);
        held.forEach(Permit::close);
        node.awaitAvailable(6);
    }

    @Test
    void aPermitThatWasUnderWayWhenTheNodeWentOnAloneGoesBackWhereItCameFrom() throws Exception {
        Node node = node(OnFailure.LOCAL);
        Bulkhead bulkhead = node.registry.bulkhead("x");
        bulkhead.availablePermits();
        Permit permit;
        try (Gate gate = node.store.hold(Operation.WRITE)) {
            CompletableFuture<Permit> first = CompletableFuture.supplyAsync(bulkhead::acquire);
            gate.awaitSomebody();
            node.store.fail(Operation.READ);
            while (node.registry.storeStatus().mode() == Mode.SHARED) {
                node.clock.advance(Duration.ofMillis(250));
                try {
                    node.registry.circuitBreaker("x").state();
                } catch (StoreUnavailableException e) {
                    // one of those that are counted
                }
            }
            gate.open();
            permit = first.get(30, TimeUnit.SECONDS);
        }
        assertThat(node.registry.storeStatus().mode()).isEqualTo(Mode.DEGRADED);
        permit.close();

        node.regainStore();

        node.awaitAvailable(6);
    }

    @Test
    void whoeverWaitsForAPermitIsAdmittedWhenNoLimitHoldsAnyMore() throws Exception {
        ManualClock clock = new ManualClock();
        FaultyStore store = new FaultyStore(clock);
        try (ResilienceRegistry registry = Resilience.builder()
                .clock(clock)
                .store(store)
                .executor(Runnable::run)
                .bulkhead(
                        "x",
                        BulkheadConfig.builder()
                                .maxConcurrent(1)
                                .maxWait(Duration.ofMinutes(5))
                                .build())
                .settings(Settings.of(
                        Map.of(
                                "firefly.resilience.store.lock-block-timeout", "60s",
                                "firefly.resilience.store.on-failure", "open"),
                        "test"))
                .build()) {
            Bulkhead bulkhead = registry.bulkhead("x");
            bulkhead.acquire();
            CompletableFuture<String> waiting = bulkhead.callAsync(() -> CompletableFuture.completedStage("passed"))
                    .toCompletableFuture();
            assertThat(waiting).isNotDone();

            store.goDown();
            for (int i = 0; i < Node.FAILURES; i++) {
                try {
                    registry.circuitBreaker("found out by another").open(Duration.ZERO);
                } catch (StoreUnavailableException e) {
                    // one of those that are counted
                }
            }

            assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo("passed");
            store.recover();
        }
    }

    @Test
    void aRegistryThatIsClosedDuringAnOutageLeavesNoPermitBehind() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        here.registry.bulkhead("x").acquire();
        here.loseStore();
        here.registry.bulkhead("x").acquire();
        here.store.recover();

        here.close();

        there.clock.advance(Duration.ofSeconds(2));
        there.awaitAvailable(6);
    }

    @Test
    void listenersThatTakeLongHoldUpNoCall() throws Exception {
        ManualClock clock = new ManualClock();
        FaultyStore store = new FaultyStore(clock);
        CountDownLatch hears = new CountDownLatch(1);
        CompletableFuture<Void> slow = new CompletableFuture<>();
        try (ResilienceRegistry registry =
                Resilience.builder().clock(clock).store(store).build()) {
            registry.events().subscribe(StoreDegraded.class, event -> {
                hears.countDown();
                slow.join();
            });
            store.fail(Operation.LOCK);
            Bulkhead bulkhead = registry.bulkhead("x");
            for (int i = 1; i < Node.FAILURES; i++) {
                assertThatThrownBy(bulkhead::tryAcquire).isInstanceOf(StoreUnavailableException.class);
            }

            assertThat(bulkhead.tryAcquire()).isPresent();
            hears.await();
            assertThat(bulkhead.tryAcquire()).isPresent();
            slow.complete(null);
            store.recover();
        }
    }

    @Test
    void pipelinesOfOneNameOnSeveralClocksGiveBackTheirOwnPermits() {
        FaultyStore store = new FaultyStore(new ManualClock());
        try (ResilienceRegistry registry =
                Resilience.builder().executor(Runnable::run).build()) {
            CompletableFuture<String> one = new CompletableFuture<>();
            CompletableFuture<String> other = new CompletableFuture<>();
            registry.pipeline("p")
                    .store(store)
                    .bulkhead(limit -> limit.maxConcurrent(2))
                    .callAsync(() -> one);
            var second = registry.pipeline("p")
                    .store(store)
                    .clock(new ManualClock())
                    .bulkhead(limit -> limit.maxConcurrent(2));
            second.callAsync(() -> other);
            one.complete("done");
            other.complete("done");

            CompletableFuture<String> third = new CompletableFuture<>();
            while (second.callAsync(() -> third).toCompletableFuture().isCompletedExceptionally()) {
                Thread.onSpinWait();
            }
            while (second.callAsync(() -> third).toCompletableFuture().isCompletedExceptionally()) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void anAnswerThatTookLongIsAsOldAsItsQuestion() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.store.loseChanges();
        CompletableFuture<String> first;
        try (Gate gate = here.store.hold(Operation.READ)) {
            first = here.registry
                    .circuitBreaker("x")
                    .callAsync(() -> CompletableFuture.completedStage("passed"))
                    .toCompletableFuture();
            gate.awaitSomebody();
            there.registry.circuitBreaker("x").forceOpen();
            here.clock.advance(Duration.ofSeconds(30));
        }
        first.get(30, TimeUnit.SECONDS);

        assertThat(here.registry.circuitBreaker("x").state().phase()).isEqualTo(Phase.FORCED_OPEN);
    }

    @Test
    void permitsTakenAloneAreGivenBackThoughAReleaseFromBeforeIsWrittenFirst() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        Permit before = here.registry.bulkhead("x").acquire();
        here.store.goDown();
        before.close();
        here.loseStore();
        List<Permit> alone = List.of(
                here.registry.bulkhead("x").acquire(),
                here.registry.bulkhead("x").acquire());
        Permit elsewhere = there.registry.bulkhead("x").acquire();

        here.regainStore();
        alone.forEach(Permit::close);
        elsewhere.close();

        here.awaitAvailable(6);
        there.awaitAvailable(6);
    }

    @Test
    void permitsThatAreRenewedDoNotLapseWhileTheNodeIsAlone() throws Exception {
        ManualClock clock = new ManualClock();
        FaultyStore store = new FaultyStore(clock);
        try (ResilienceRegistry registry = Resilience.builder()
                .clock(clock)
                .store(store)
                .executor(Runnable::run)
                .bulkhead(
                        "x",
                        BulkheadConfig.builder()
                                .maxConcurrent(1)
                                .permitRenewal(true)
                                .build())
                .settings(Settings.of(Map.of("firefly.resilience.store.lock-block-timeout", "60s"), "test"))
                .build()) {
            Bulkhead bulkhead = registry.bulkhead("x");
            bulkhead.acquire();
            store.goDown();
            clock.advance(Duration.ofSeconds(16)); // one renewal waits for the store
            while (registry.storeStatus().mode() == Mode.SHARED) {
                try {
                    registry.circuitBreaker("found out by another").open(Duration.ZERO);
                } catch (StoreUnavailableException e) {
                    // one of those that are counted
                }
            }

            clock.advance(Duration.ofMinutes(5));

            assertThat(bulkhead.tryAcquire()).isEmpty();
            store.recover();
        }
    }

    @Test
    void whoeverWaitsWhenTheRegistryIsClosedTakesNoPermitAlong() throws Exception {
        ManualClock clock = new ManualClock();
        InMemoryStore shared = new InMemoryStore(clock);
        BulkheadConfig one = BulkheadConfig.builder()
                .maxConcurrent(1)
                .maxWait(Duration.ofHours(1))
                .build();
        try (ResilienceRegistry there = Resilience.builder()
                .clock(clock)
                .store(shared.join())
                .executor(Runnable::run)
                .bulkhead("x", one)
                .build()) {
            ResilienceRegistry here = Resilience.builder()
                    .clock(clock)
                    .store(shared.join())
                    .executor(Runnable::run)
                    .bulkhead("x", one)
                    .build();
            here.bulkhead("x").acquire();
            CompletableFuture<String> waiting = here.bulkhead("x")
                    .callAsync(() -> CompletableFuture.completedStage("passed"))
                    .toCompletableFuture();

            here.close();

            assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS)).hasMessageContaining("the registry is closed");
            clock.advance(Duration.ofSeconds(2));
            assertThat(there.bulkhead("x").availablePermits()).isEqualTo(1);
        }
    }

    @Test
    void whatAnOperatorHasUndoneStaysUndoneThoughTheClockWasSetBackMeanwhile() throws Exception {
        Node here = node(OnFailure.LOCAL);
        Node there = node(OnFailure.LOCAL);
        here.meet(there);
        Failure.failing(overTime(here), 2);
        overTime(here).state();
        here.loseStore();
        assertThat(overTime(here).state().phase()).isEqualTo(Phase.OPEN);
        overTime(there).close();
        here.store.stepClock(Duration.ofSeconds(-5));

        here.regainStore();
        here.settle();
        here.clock.advance(Duration.ofSeconds(2));

        assertThat(overTime(there).state().phase()).isEqualTo(Phase.CLOSED);
    }

    /** A circuit that remembers when calls failed. */
    private static CircuitBreaker overTime(Node node) {
        return node.registry.circuitBreaker("over-time");
    }
}
