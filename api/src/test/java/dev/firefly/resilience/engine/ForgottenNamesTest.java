package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.InstanceSettings;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of names that only come up while the application runs. State is in memory. */
class ForgottenNamesTest {
    private static final Duration IDLE = Duration.ofHours(1);
    private static final CircuitBreakerConfig CENTURY = CircuitBreakerConfig.builder()
            .failureThreshold(1)
            .waitDurationInOpen(Duration.ofDays(36_500))
            .build();

    private final ManualClock clock = new ManualClock();
    private final ChangingSettings settings =
            new ChangingSettings().set("store.type", "memory").set("store.idle-ttl", "1h");
    private ConfiguredRegistry registry;

    @BeforeEach
    void start() {
        registry = restart();
    }

    private ConfiguredRegistry restart() {
        close();
        registry = (ConfiguredRegistry) Resilience.builder()
                .settings(settings)
                .clock(clock)
                .executor(Runnable::run)
                .build();
        return registry;
    }

    @AfterEach
    void close() {
        if (registry != null) {
            registry.close();
        }
    }

    /** Lets the idle time pass, and as much again in which names are looked through; then garbage is collected. */
    private void passIdleTime() {
        for (int turn = 0; turn < 2; turn++) {
            clock.advance(IDLE.plusNanos(1));
            touchAnother();
            Garbage.collect();
        }
        clock.advance(IDLE);
        touchAnother();
    }

    /** Names are looked through when another one comes up. */
    private void touchAnother() {
        registry.circuitBreaker("another-" + clock.nanos());
    }

    private List<String> names() {
        return registry.describe().stream()
                .map(InstanceSettings::name)
                .filter(name -> !name.startsWith("another") && !name.equals("default"))
                .toList();
    }

    static Stream<BiFunction<ResilienceRegistry, String, Guard>> patterns() {
        return Stream.of(
                ResilienceRegistry::retry,
                ResilienceRegistry::circuitBreaker,
                ResilienceRegistry::rateLimiter,
                ResilienceRegistry::bulkhead,
                ResilienceRegistry::timeLimiter);
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void anInstanceThatNobodyAsksForIsForgottenAfterTheIdleTime(BiFunction<ResilienceRegistry, String, Guard> pattern) {
        pattern.apply(registry, "user-1").call(() -> "done");

        clock.advance(IDLE.minusNanos(1));
        touchAnother();
        Garbage.collect();
        assertThat(names()).as("within the time").containsExactly("user-1");

        passIdleTime();
        assertThat(names()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void anInstanceThatSomebodyHasStaysTheOneOfItsName(BiFunction<ResilienceRegistry, String, Guard> pattern) {
        Guard mine = pattern.apply(registry, "user-1");

        passIdleTime();

        assertThat(pattern.apply(registry, "user-1")).isSameAs(mine);
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void anInstanceThatIsAskedForAgainAndAgainIsKept(BiFunction<ResilienceRegistry, String, Guard> pattern) {
        int first = System.identityHashCode(pattern.apply(registry, "user-1"));
        for (int hour = 0; hour < 10; hour++) {
            clock.advance(IDLE.dividedBy(2));
            touchAnother();
            Garbage.collect();
            assertThat(System.identityHashCode(pattern.apply(registry, "user-1")))
                    .isEqualTo(first);
        }
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void anInstanceThatIsConfiguredIsKept(BiFunction<ResilienceRegistry, String, Guard> pattern) {
        for (String key : List.of("retry", "circuit-breaker", "rate-limiter", "bulkhead", "time-limiter")) {
            settings.set(key + ".mine.enabled", "true");
        }
        restart();
        int first = System.identityHashCode(pattern.apply(registry, "mine"));

        clock.advance(IDLE.multipliedBy(3));
        Garbage.collect();

        assertThat(System.identityHashCode(pattern.apply(registry, "mine"))).isEqualTo(first);
        assertThat(names()).contains("mine");
    }

    @Test
    void whoHasAnOldInstanceSharesItsStateWithWhoAsksForANewOne() {
        CircuitBreaker mine = registry.circuitBreaker("user-1");
        passIdleTime();

        registry.circuitBreakers().open("user-1", Duration.ofMinutes(1), CENTURY);

        assertThat(mine.state().isOpen()).isTrue();
    }

    @Test
    void failuresAreForgottenWithTheirName() {
        fail("user-1", 4);

        passIdleTime();

        assertThat(registry.circuitBreaker("user-1").state().failureCount()).isZero();
    }

    @Test
    void failuresAreRememberedWithinTheIdleTime() {
        fail("user-1", 4);
        clock.advance(IDLE.minusNanos(1));
        touchAnother();
        Garbage.collect();

        assertThat(registry.circuitBreaker("user-1").state().failureCount()).isEqualTo(4);
    }

    private void fail(String name, int times) {
        for (int i = 0; i < times; i++) {
            registry.circuitBreakers().recordFailure(name);
        }
    }

    @Test
    void aCircuitThatWasForcedOpenOrDisabledStaysSo() {
        registry.circuitBreaker("forced").forceOpen();
        registry.circuitBreaker("disabled").disable();

        passIdleTime();

        assertThat(registry.circuitBreaker("forced").state().phase()).isEqualTo(Phase.FORCED_OPEN);
        assertThat(registry.circuitBreaker("disabled").state().phase()).isEqualTo(Phase.DISABLED);
    }

    @Test
    void aCircuitIsOpenForAsLongAsItWasToBeAndThenForgotten() {
        Duration wait = IDLE.multipliedBy(5);
        registry.circuitBreaker("user-1").open(wait);

        passIdleTime();
        assertThat(registry.circuitBreaker("user-1").state().phase()).isEqualTo(Phase.OPEN);

        clock.advance(wait);
        passIdleTime();
        assertThat(registry.circuitBreaker("user-1").state().phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void permitsThatAreOutAreKeptAndCanBeGivenBack() {
        settings.set("bulkhead.default.permit-ttl", "365d").set("bulkhead.default.max-concurrent", "2");
        restart();
        Permit held = registry.bulkhead("user-1").acquire();
        registry.bulkhead("user-1").acquire(); // given back by the name

        passIdleTime();

        assertThat(registry.bulkhead("user-1").availablePermits()).isZero();
        assertThat(registry.bulkhead("user-1").release()).isTrue();
        held.close();
        assertThat(registry.bulkhead("user-1").availablePermits()).isEqualTo(2);
    }

    @Test
    void permitsThatHaveLapsedKeepNothingAlive() {
        registry.bulkhead("user-1").acquire();

        passIdleTime();

        assertThat(names()).isEmpty();
    }

    @Test
    void aBucketThatIsNotFullIsKept() {
        settings.set("rate-limiter.default.refill-rate", "0.0001");
        restart();
        for (int i = 0; i < 10; i++) {
            assertThat(registry.rateLimiter("user-1").tryAcquire()).isTrue();
        }

        passIdleTime();

        assertThat(registry.rateLimiter("user-1").availableTokens()).isLessThan(3);
    }

    @Test
    void theStateOfForgottenInstancesGoesWithThem() {
        fail("user-1", 1);
        registry.rateLimiter("user-1").tryAcquire();
        registry.bulkhead("user-1").call(() -> "done");
        registry.pipeline("user-1").circuitBreaker().bulkhead().call(() -> "done");
        assertThat(registry.kept()).isEqualTo(5);

        passIdleTime();

        assertThat(registry.kept()).as("those that were added last").isLessThanOrEqualTo(3);
        assertThat(names()).isEmpty();
    }

    @Test
    void oneTooManyHasTheLongestIdleForgottenAndSaysSoOnce() throws ReflectiveOperationException {
        settings.set("registry.max-dynamic-instances", "3");
        restart();
        try (LogWatch log = new LogWatch("dev.firefly.resilience")) {
            registry.circuitBreaker("user-1");
            registry.circuitBreaker("user-2");
            registry.circuitBreaker("user-3");
            registry.circuitBreaker("user-1");
            assertThat(log.lines()).isEmpty();

            registry.circuitBreaker("user-4");
            registry.circuitBreaker("user-5");
            Garbage.collect();

            assertThat(names()).containsExactly("user-1", "user-4", "user-5");
            assertThat(log.lines())
                    .containsExactly("WARNING More than 3 names of the pattern [circuit-breaker] that are not"
                            + " configured are in use, the last one [user-4]; from now on those unused for longest are"
                            + " forgotten. If a part of the name is an id, use one name for all; if there are that many"
                            + " for good, raise firefly.resilience.registry.max-dynamic-instances");
        }
    }

    @Test
    void tooManyNamesHaveNoCircuitForgottenThatIsNotClosed() {
        settings.set("registry.max-dynamic-instances", "3");
        restart();
        registry.circuitBreaker("forced").forceOpen();
        registry.circuitBreaker("half-open").open(Duration.ofSeconds(1));
        clock.advance(Duration.ofSeconds(2));
        for (int i = 0; i < 100; i++) {
            fail("user-" + i, 1);
            Garbage.collect();
        }

        assertThat(registry.kept())
                .as("the most, those that stay, and those not looked at yet")
                .isLessThanOrEqualTo(3 + 2 + 4);
        assertThat(registry.circuitBreaker("forced").state().phase()).isEqualTo(Phase.FORCED_OPEN);
        assertThat(registry.circuitBreaker("half-open").state().phase()).isEqualTo(Phase.HALF_OPEN);
    }

    @Test
    void aNameThatIsUsedAllTheTimeIsNoneOfTooManyThoughNobodyHasAnInstanceOfIt() {
        settings.set("registry.max-dynamic-instances", "3");
        restart();
        CircuitBreakerConfig config = CircuitBreakerConfig.builder()
                .failureThreshold(40)
                .windowSize(40)
                .build();
        for (int i = 0; i < 39; i++) {
            registry.circuitBreakers().recordFailure("busy", config);
            Garbage.collect();
            fail("user-" + i, 1);
        }

        assertThat(registry.circuitBreakers().state("busy", config).failureCount())
                .isEqualTo(39);
        assertThat(registry.kept()).isLessThanOrEqualTo(3 + 1 + 2 * 4);
    }

    @Test
    void namesOfConfiguredInstancesDoNotCount() throws ReflectiveOperationException {
        settings.set("registry.max-dynamic-instances", "1");
        for (int i = 0; i < 10; i++) {
            settings.set("bulkhead.mine-" + i + ".max-concurrent", "1");
        }
        restart();
        try (LogWatch log = new LogWatch("dev.firefly.resilience")) {
            for (int i = 0; i < 10; i++) {
                registry.bulkhead("mine-" + i);
            }
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void aFewNamesNeedNoTimer() {
        for (int i = 0; i < 100; i++) {
            registry.circuitBreaker("user-" + i).call(() -> "done");
        }

        assertThat(clock.timers()).isZero();
    }

    @Test
    void whatIsScheduledEndsWithTheRegistry() {
        for (int i = 0; i < 2_000; i++) {
            registry.circuitBreaker("user-" + i).call(() -> "done");
        }
        assertThat(clock.timers()).isEqualTo(2);

        registry.close();
        clock.advance(IDLE);

        assertThat(clock.timers()).isZero();
    }

    @Test
    void anExecutorThatRefusesIsAskedAgain() {
        boolean[] refuses = {true};
        close();
        registry = (ConfiguredRegistry) Resilience.builder()
                .settings(settings)
                .clock(clock)
                .executor(task -> {
                    if (refuses[0]) {
                        throw new IllegalStateException("full");
                    }
                    task.run();
                })
                .build();
        for (int i = 0; i < 2_000; i++) {
            registry.retry("user-" + i);
        }

        assertThatCode(() -> clock.advance(IDLE.multipliedBy(2))).doesNotThrowAnyException();
        Garbage.collect();
        assertThat(registry.size()).isEqualTo(2_000);

        refuses[0] = false;
        clock.advance(IDLE);
        Garbage.collect();
        clock.advance(IDLE);
        assertThat(registry.size()).isZero();
    }

    @Test
    void aBulkheadsOwnSettingsSurviveTheirInstance() {
        settings.set("bulkhead.default.max-concurrent", "3");
        restart();
        registry.bulkhead("user-1").call(() -> "done");
        passIdleTime();
        settings.set("bulkhead.default.max-concurrent", "4");

        registry.refresh();

        assertThat(registry.bulkhead("user-1").config())
                .isEqualTo(BulkheadConfig.builder().maxConcurrent(4).build());
    }

    @Test
    void anInstanceThatWasLetGoDoesNotHinderARefreshThatHasNoSettingsForIt() {
        Guard mine = registry.retry("user-1"); // who knows whether anybody still has it
        passIdleTime();
        settings.set("retry.configured.max-attempts", "5");
        settings.set("bulkhead.default.max-concurrent", "4");

        registry.refresh();

        assertThat(registry.bulkhead("any").config().maxConcurrent()).isEqualTo(4);
        assertThat(registry.retry("configured").config().maxAttempts()).isEqualTo(5);
        assertThat(((Retry) mine).config().maxAttempts()).isEqualTo(3);
        assertThat(registry.describe()).extracting(InstanceSettings::name).doesNotContain("user-1");
    }

    @Test
    void anInstanceThatIsAskedForStillHinders() {
        registry.retry("user-1");
        settings.set("retry.configured.max-attempts", "5");

        assertThatThrownBy(registry::refresh)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("user-1");
    }
}
