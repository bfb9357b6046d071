package dev.firefly.resilience.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Explanation;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.store.StoreStatus.Mode;
import dev.firefly.resilience.tck.kit.Operation;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks a circuit why it is in its state is answered while the store is down, too. */
@Timeout(20)
class ExplainedOutageTest {
    private Node node;

    private CircuitBreaker start(OnFailure onFailure) {
        node = new Node(onFailure);
        return node.registry.circuitBreaker("x");
    }

    /** From now on what is known is too old to go by. */
    private void loseStore() {
        node.loseStore();
        node.clock.advance(Duration.ofMinutes(1));
    }

    @AfterEach
    void close() {
        if (node != null) {
            node.store.recover();
            node.close();
        }
    }

    @Test
    void underFailItTellsWhatWasKnownLastAndThatCallsAreRejected() {
        CircuitBreaker breaker = start(OnFailure.FAIL);
        breaker.forceOpen();
        String since = node.clock.now().toString();
        loseStore();

        Explanation told = breaker.explain();

        assertThat(told.text())
                .startsWith("Circuit breaker [x] is FORCED_OPEN: ")
                .contains("this node knew last. The store has been away since " + since + " (")
                .endsWith("store.on-failure=fail has every call rejected with RESILIENCE_STORE_UNAVAILABLE.");
        assertThat(told.state().phase()).isEqualTo(Phase.FORCED_OPEN);
        assertThat(told.retryAfter()).isEmpty();
        assertThat(told.store()).isEqualTo(node.registry.storeStatus());
        assertThat(told.store().mode()).isEqualTo(Mode.DEGRADED);
        assertThatThrownBy(breaker::state).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void underLocalItTellsWhatThisNodeGoesByAlone() {
        CircuitBreaker breaker = start(OnFailure.LOCAL);
        breaker.open(Duration.ofMinutes(10));
        loseStore();

        Explanation told = breaker.explain();

        assertThat(told.text())
                .startsWith("Circuit breaker [x] is OPEN: ")
                .doesNotContain("knew last. The store")
                .contains(" The store has been away since ", "store.on-failure=local has this node go on alone");
        assertThat(told.retryAfter()).contains(Duration.ofMinutes(9));
        assertThat(told.store().mode()).isEqualTo(Mode.DEGRADED);
    }

    @Test
    void underOpenItTellsThatCallsAreAdmittedWhateverTheCircuit() {
        CircuitBreaker breaker = start(OnFailure.OPEN);
        breaker.forceOpen();
        loseStore();

        Explanation told = breaker.explain();

        assertThat(told.text())
                .startsWith("Circuit breaker [x] is FORCED_OPEN: ")
                .contains("this node knew last. The store has been away since ")
                .endsWith("store.on-failure=open has every call admitted.");
        assertThat(told.retryAfter()).contains(Duration.ZERO);
    }

    @ParameterizedTest
    @EnumSource
    void ofACircuitThatWasNeverReadItTellsThatItIsClosedAsFarAsIsKnown(OnFailure onFailure) {
        CircuitBreaker breaker = start(onFailure);
        loseStore();

        assertThat(breaker.explain().text()).contains("is CLOSED", "The store has been away");
    }

    @Test
    void aReadThatFailsBeforeTheStoreCountsAsDownIsToldAsSuch() {
        CircuitBreaker breaker = start(OnFailure.LOCAL);
        node.store.failNext(Operation.READ, 1);

        Explanation told = breaker.explain();

        assertThat(told.text()).contains("this node knew last: the store could not be asked just now (");
        assertThat(told.retryAfter()).isEmpty();
        assertThat(told.store().mode()).isEqualTo(Mode.SHARED);
        assertThat(told.store().cause()).isPresent();
        assertThat(breaker.explain().text()).doesNotContain("store");
        assertThat(breaker.explain().store()).isEqualTo(node.registry.storeStatus());
    }

    @Test
    void aRecordOfANewerVersionIsToldAndIsNoOutage() {
        CircuitBreaker breaker = start(OnFailure.FAIL);
        breaker.forceOpen();
        byte[] newer = node.store.value(RecordOf.CIRCUIT.key).clone();
        newer[1] = 2;
        node.store.put(RecordOf.CIRCUIT.key, newer);

        Explanation told = breaker.explain();

        assertThat(told.text()).contains("Its record in the store cannot be used (", "format 2", "every call rejected");
        assertThat(told.store().mode()).isEqualTo(Mode.DEGRADED);
        assertThat(told.store().since()).isEmpty();
        assertThat(node.registry.storeStatus().mode()).isEqualTo(Mode.SHARED);
    }

    @Test
    void onceTheStoreIsBackNothingIsSaidOfIt() throws Exception {
        CircuitBreaker breaker = start(OnFailure.FAIL);
        breaker.forceOpen();
        loseStore();
        node.regainStore();

        assertThat(breaker.explain().text()).doesNotContain("store");
        assertThat(breaker.explain().store().cause()).isEmpty();
    }

    @Test
    void aClosedRegistryStillExplains() {
        CircuitBreaker breaker = start(OnFailure.LOCAL);
        breaker.forceOpen();
        node.close();
        node.clock.advance(Duration.ofMinutes(1));

        assertThat(breaker.explain().text()).contains("is FORCED_OPEN", "the registry is closed");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aQuorumMakesNoDifference(int quorum) {
        node = new Node(OnFailure.FAIL);
        loseStore();
        CircuitBreakerConfig config =
                CircuitBreakerConfig.builder().quorum(quorum).build();
        try (ResilienceRegistry other = Resilience.builder()
                .clock(node.clock)
                .store(node.store)
                .executor(Runnable::run)
                .circuitBreaker("x", config)
                .settings(Settings.of(Map.of("firefly.resilience.store.lock-block-timeout", "60s"), "test"))
                .build()) {
            assertThat(other.circuitBreaker("x").explain().text()).contains("could not be asked just now");
        }
    }

    @Test
    void inMemoryThereIsNothingToSayOfTheStore() {
        try (ResilienceRegistry memory = Resilience.create()) {
            Explanation told = memory.circuitBreaker("x").explain();

            assertThat(told.store()).isEqualTo(StoreStatus.inMemory());
            assertThat(told.text()).doesNotContain("store");
        }
    }
}
