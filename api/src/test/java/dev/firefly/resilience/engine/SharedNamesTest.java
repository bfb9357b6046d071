package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.engine.state.FaultyStore;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of names that nobody uses any more where a store is shared, in the store and on the nodes. */
class SharedNamesTest {
    private static final Duration IDLE = Duration.ofHours(1);
    private static final String PREFIX = "firefly:resilience:circuit-breaker:";

    private final ManualClock clock = new ManualClock();
    private final FaultyStore store = new FaultyStore(clock, IDLE);
    private final ConfiguredRegistry here = start(store);
    private final ConfiguredRegistry there = start(store.join());
    private int turns;

    private ConfiguredRegistry start(FaultyStore seat) {
        return start(seat, "1h");
    }

    private ConfiguredRegistry start(FaultyStore seat, String idle) {
        return start(seat, idle, OnFailure.LOCAL);
    }

    private ConfiguredRegistry start(FaultyStore seat, String idle, OnFailure onFailure) {
        return (ConfiguredRegistry) Resilience.builder()
                .settings(Settings.of(
                        Map.of(
                                "firefly.resilience.store.idle-ttl", idle,
                                "firefly.resilience.store.on-failure", onFailure.name(),
                                "firefly.resilience.store.max-staleness", "1m",
                                "firefly.resilience.store.lock-block-timeout", "1h",
                                "firefly.resilience.circuit-breaker.default.wait-duration-in-open", "5m"),
                        "test"))
                .clock(clock)
                .store(seat)
                .executor(Runnable::run)
                .build();
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    /** Lets so many idle times pass, a tenth at a time, so that what is read in the background can keep pace. */
    private void pass(int idleTimes) {
        for (int step = 0; step < 10 * idleTimes; step++) {
            clock.advance(IDLE.dividedBy(10));
            waitForReads(here);
            waitForReads(there);
            Garbage.collect();
        }
    }

    /** What is read for a name nobody knows is read after all that was to be read before; and names are looked through. */
    private void waitForReads(ConfiguredRegistry registry) {
        registry.circuitBreaker("barrier-" + turns++).state();
    }

    private boolean isStored(String name) {
        return store.value(PREFIX + name) != null;
    }

    @Test
    void anIdleRecordDisappearsAndOneThatIsForcedOpenDoesNot() {
        here.circuitBreakers().recordFailure("idle");
        here.circuitBreaker("forced").forceOpen();
        here.circuitBreaker("disabled").disable();
        assertThat(isStored("idle")).isTrue();

        pass(3);

        assertThat(isStored("idle")).isFalse();
        assertThat(there.circuitBreaker("forced").state().phase()).isEqualTo(Phase.FORCED_OPEN);
        assertThat(there.circuitBreaker("disabled").state().phase()).isEqualTo(Phase.DISABLED);
    }

    @Test
    void anOpenCircuitIsKeptForItsWaitAndThenDisappears() {
        here.circuitBreaker("open").open(IDLE.multipliedBy(3));

        pass(2);
        assertThat(isStored("open")).isTrue();

        pass(4);
        assertThat(isStored("open")).isFalse();
    }

    /** A store in memory is made for a day, whatever registries are told. */
    @Test
    void whatIsInForceOutlivesTheTimeOfAStoreThatIsShorterThanTheRegistrys() {
        FaultyStore forADay = new FaultyStore(clock, Duration.ofDays(1));
        try (ConfiguredRegistry patient = start(forADay, "30d")) {
            patient.circuitBreaker("forced").forceOpen();
            for (int hour = 0; hour < 96; hour += 3) {
                clock.advance(Duration.ofHours(3));
                waitForReads(patient);
            }

            assertThat(patient.circuitBreaker("forced").state().phase()).isEqualTo(Phase.FORCED_OPEN);
        }
    }

    @Test
    void aNodeThatIsHeldOffAloneStaysSo() {
        CircuitBreakerConfig config = CircuitBreakerConfig.builder()
                .failureThreshold(2)
                .quorum(2)
                .waitDurationInOpen(IDLE.multipliedBy(5))
                .build();
        while (here.storeStatus().registries() != 2) {
            clock.advance(Duration.ofMinutes(1)); // both enter themselves behind the scenes
            waitForReads(here);
            waitForReads(there);
        }
        for (int i = 0; i < 2; i++) {
            here.circuitBreakers().recordFailure("x", config);
        }
        assertThat(here.circuitBreakers().isOpen("x", config)).isTrue();
        assertThat(there.circuitBreakers().isOpen("x", config)).isFalse();

        pass(1);
        assertThat(here.circuitBreakers().isOpen("x", config)).isTrue();

        int before = here.kept();
        pass(6);
        assertThat(here.kept()).isLessThan(before + 5);
        assertThat(here.circuitBreakers().isOpen("x", config)).isFalse();
    }

    @Test
    void aRecordThatIsUsedAnywhereIsKept() {
        here.circuitBreakers().recordFailure("used");
        for (int i = 0; i < 6; i++) {
            there.circuitBreaker("used").state();
            clock.advance(IDLE.dividedBy(2));
            waitForReads(there);
        }

        assertThat(here.circuitBreaker("used").state().failureCount()).isEqualTo(1);
    }

    @Test
    void aNodeForgetsItsViewAndReadsTheRecordAnew() {
        here.circuitBreakers().recordFailure("used");
        CircuitBreaker theirs = there.circuitBreaker("used");
        for (int i = 0; i < 20; i++) {
            theirs.state();
            clock.advance(IDLE.dividedBy(5));
            waitForReads(here);
            waitForReads(there);
            Garbage.collect();
        }

        assertThat(here.describe()).noneMatch(instance -> instance.name().equals("used"));
        assertThat(there.circuitBreaker("used")).isSameAs(theirs);
        assertThat(here.circuitBreaker("used").state().failureCount()).isEqualTo(1);
    }

    @Test
    void manyNamesLeaveNothingBehindOnTheNodeAndInTheStore() {
        here.circuitBreaker("forced").forceOpen();
        for (int user = 0; user < 5_000; user++) {
            String name = "user-" + user;
            here.circuitBreakers().recordFailure(name);
            here.rateLimiter(name).tryAcquire();
            here.bulkhead(name).call(() -> "done");
        }
        assertThat(here.kept()).isEqualTo(15_001);
        assertThat(store.size()).isGreaterThanOrEqualTo(15_001);

        pass(4);

        assertThat(here.kept())
                .as("the circuit that is forced open, and barriers")
                .isLessThan(30);
        assertThat(here.size()).as("barriers").isLessThan(30);
        assertThat(store.size())
                .as("the circuit that is forced open, registries, barriers")
                .isLessThan(30);
        assertThat(isStored("forced")).isTrue();
    }

    /** Once it is in use a name of which this version cannot read the record goes by on-failure. */
    private void useWithANewerRecord(String name, ConfiguredRegistry registry) {
        there.circuitBreakers().recordFailure(name);
        byte[] newer = store.value(PREFIX + name).clone();
        newer[1] = 2;
        store.put(PREFIX + name, newer);
        registry.circuitBreakers().recordFailure(name);
    }

    @ParameterizedTest
    @EnumSource
    void anIdleNameIsForgottenThoughItsRecordIsOfANewerVersion(OnFailure onFailure) {
        try (ConfiguredRegistry node = start(store.join(), "1h", onFailure)) {
            for (int user = 0; user < 100; user++) {
                useWithANewerRecord("user-" + user, node);
            }
            assertThat(node.kept()).isEqualTo(100);

            for (int step = 0; step < 30; step++) {
                clock.advance(IDLE.dividedBy(10));
                waitForReads(node);
                Garbage.collect();
            }

            assertThat(node.kept()).as("barriers").isLessThan(30);
        }
    }

    @Test
    void whatANodeDecidesAloneBesideANewerRecordIsNotForgotten() {
        try (ConfiguredRegistry node = start(store.join(), "1h", OnFailure.LOCAL)) {
            useWithANewerRecord("forced", node);
            node.circuitBreaker("forced").forceOpen();

            for (int step = 0; step < 30; step++) {
                clock.advance(IDLE.dividedBy(10));
                waitForReads(node);
                Garbage.collect();
            }

            assertThat(node.circuitBreaker("forced").state().phase()).isEqualTo(Phase.FORCED_OPEN);
        }
    }
}
