package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Permits in a map of Hazelcast. */
@ParameterizedClass
@EnumSource(OnHazelcast.Seat.class)
class BulkheadOnHazelcastTest extends OnHazelcast {
    private static final int PERMITS = 3;
    private static final Duration SOON = Duration.ofSeconds(5);

    private final CountingStore store = here();
    private ResilienceRegistry registry;
    private ResilienceRegistry otherRegistry;

    BulkheadOnHazelcastTest(Seat seat) {
        super(seat);
    }

    private Bulkhead bulkhead(UnaryOperator<BulkheadConfig.Builder> settings) {
        BulkheadConfig config =
                settings.apply(BulkheadConfig.builder().maxConcurrent(PERMITS)).build();
        registry = Resilience.builder().store(store).bulkhead(name, config).build();
        otherRegistry =
                Resilience.builder().store(there()).bulkhead(name, config).build();
        return registry.bulkhead(name);
    }

    private Bulkhead otherBulkhead() {
        return otherRegistry.bulkhead(name);
    }

    @AfterEach
    void close() {
        registry.close();
        otherRegistry.close();
    }

    private static List<Permit> takeAll(Bulkhead bulkhead) {
        List<Permit> taken = new ArrayList<>();
        for (Optional<Permit> next = bulkhead.tryAcquire(); next.isPresent(); next = bulkhead.tryAcquire()) {
            taken.add(next.get());
        }
        return taken;
    }

    @Test
    void twoNodesShareThePermits() {
        Bulkhead here = bulkhead(settings -> settings);
        Permit permit = here.acquire();

        assertThat(takeAll(otherBulkhead())).hasSize(PERMITS - 1);
        assertThat(here.tryAcquire()).isEmpty();

        permit.close();
        await().atMost(SOON).until(() -> otherBulkhead().tryAcquire().isPresent());
        assertThat(here.tryAcquire()).isEmpty();
    }

    @Test
    void aSingleThreadInALoopWithOnePermitNeverRejectsItself() {
        Bulkhead here = bulkhead(settings -> settings.maxConcurrent(1));
        for (int i = 0; i < 500; i++) {
            assertThat(here.call(() -> "well")).isEqualTo("well");
        }
    }

    @Test
    void whoWaitsHereGetsThePermitThatIsGivenBackThere() {
        Bulkhead here = bulkhead(settings -> settings.maxWait(Duration.ofMinutes(1)));
        List<Permit> held = takeAll(otherBulkhead());

        CompletableFuture<String> waiting =
                here.callAsync(() -> CompletableFuture.completedStage("well")).toCompletableFuture();
        assertThat(waiting).isNotDone();
        held.get(0).close();

        assertThat(waiting).succeedsWithin(SOON).isEqualTo("well");
    }

    @Test
    void aRejectionDoesNotReachForTheGridOnItsOwnThread() {
        Bulkhead here = bulkhead(settings -> settings);
        takeAll(here);
        for (int i = 0; i < 10_000; i++) {
            assertThatThrownBy(() -> here.call(() -> "late")).isInstanceOf(BulkheadFullException.class);
        }

        assertThat(store.operationsOf(Thread.currentThread())).isZero();
    }

    @Test
    void whoWasToldLockTimeoutHoldsNothing() throws InterruptedException {
        Bulkhead here = bulkhead(settings -> settings);
        here.acquire();
        whileLocked(
                "bulkhead",
                () -> assertThatThrownBy(here::acquire)
                        .isInstanceOfSatisfying(
                                StoreUnavailableException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT)));

        await().atMost(SOON).until(() -> here.availablePermits() == PERMITS - 1);
        assertThat(takeAll(otherBulkhead())).hasSize(PERMITS - 1);
    }

    @Test
    void aRegistryThatClosesGivesItsPermitsBack() {
        takeAll(bulkhead(settings -> settings));
        registry.close();

        assertThat(takeAll(otherBulkhead())).hasSize(PERMITS);
    }

    @Test
    void permitsOfANodeThatVanishesLapse() {
        Bulkhead here = bulkhead(settings -> settings.permitTtl(Duration.ofSeconds(2)));
        long start = System.nanoTime();
        takeAll(here);

        // not all at once: those that were taken a moment later may lapse an eighth of their time later
        AtomicInteger taken = new AtomicInteger();
        await().atMost(SOON)
                .until(() -> taken.addAndGet(takeAll(otherBulkhead()).size()) == PERMITS);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1900));
    }
}
