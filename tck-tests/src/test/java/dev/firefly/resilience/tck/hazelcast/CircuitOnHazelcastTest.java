package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.map.IMap;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A circuit in a map of Hazelcast, seen from a member of two and from a client. */
@ParameterizedClass
@EnumSource(OnHazelcast.Seat.class)
class CircuitOnHazelcastTest extends OnHazelcast {
    private CountingStore store;
    private ResilienceRegistry registry;
    private CircuitBreaker breaker;

    CircuitOnHazelcastTest(Seat seat) {
        super(seat);
    }

    @BeforeEach
    void open() {
        store = here();
        registry = registry(store);
        breaker = registry.circuitBreaker(name);
    }

    @AfterEach
    void close() {
        registry.close();
    }

    private ResilienceRegistry registry(CountingStore over) {
        CircuitBreakerConfig config = CircuitBreakerConfig.builder()
                .failureThreshold(3)
                .waitDurationInOpen(Duration.ofMinutes(1))
                .build();
        return Resilience.builder().store(over).circuitBreaker(name, config).build();
    }

    private static IMap<String, byte[]> map() {
        return map("circuit-breaker");
    }

    private void fail() {
        assertThatThrownBy(() -> breaker.call(() -> {
                    throw new IOException("down");
                }))
                .isInstanceOf(IOException.class);
    }

    private void succeed(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(breaker.call(() -> "well")).isEqualTo("well");
        }
    }

    @Test
    void whatOneNodeOpensAnotherRejects() {
        try (ResilienceRegistry there = registry(there())) {
            there.circuitBreaker(name).state();
            fail();
            fail();
            fail();

            await().atMost(Duration.ofSeconds(5))
                    .until(() -> there.circuitBreaker(name).state().phase() == Phase.OPEN);
            assertThatThrownBy(() -> there.circuitBreaker(name).call(() -> "late"))
                    .isInstanceOf(CircuitBreakerOpenException.class);
        }
    }

    @Test
    void aHealthyCallNeitherReadsNorLocksNorWritesOnItsOwnThread() {
        try (ResilienceRegistry there = registry(there())) {
            succeed(20);
            await().until(() -> there.circuitBreaker(name).explain().calls() == 10);
        }
        int written = store.writes();

        succeed(10_000);

        assertThat(store.operationsOf(Thread.currentThread())).isZero();
        assertThat(store.writes()).as("writes on any thread").isEqualTo(written);
    }

    @Test
    void aSuccessBetweenFailuresDoesNotReachForTheGridOnItsOwnThread() {
        for (int i = 0; i < 10; i++) {
            succeed(99);
            fail();
        }

        assertThat(store.operationsOf(Thread.currentThread())).isZero();
        assertThat(breaker.state().phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aRejectionDoesNotReachForTheGridOnItsOwnThread() {
        breaker.open(Duration.ofMinutes(1));
        int written = store.writes();
        for (int i = 0; i < 10_000; i++) {
            assertThatThrownBy(() -> breaker.call(() -> "late")).isInstanceOf(CircuitBreakerOpenException.class);
        }

        assertThat(store.operationsOf(Thread.currentThread())).isZero();
        assertThat(store.writes()).isEqualTo(written);
    }

    @Test
    void whoWasToldLockTimeoutHoldsNothing() throws InterruptedException {
        breaker.open(Duration.ZERO);
        whileLocked("circuit-breaker", () -> {
            long start = System.nanoTime();
            assertThatThrownBy(breaker::permit).isInstanceOfSatisfying(StoreUnavailableException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.RESILIENCE_STORE_LOCK_TIMEOUT);
                assertThat(e.retryable()).isTrue();
            });
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(450), Duration.ofSeconds(1));
        });

        Decision next = breaker.permit();
        assertThat(next.allowed() && next.probe())
                .as("the only permit was free")
                .isTrue();
        next.recordSuccess();
        assertThat(breaker.state().phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aRecordThatCannotBeReadCountsAsClosedAndIsReplacedByTheNextWrite() {
        map().set(name, new byte[] {1, 2, 3});

        assertThat(breaker.state().phase()).isEqualTo(Phase.CLOSED);
        fail();
        fail();
        fail();
        assertThat(breaker.state().phase()).isEqualTo(Phase.OPEN);
        assertThat(map().get(name)).hasSizeGreaterThan(3);
    }
}
