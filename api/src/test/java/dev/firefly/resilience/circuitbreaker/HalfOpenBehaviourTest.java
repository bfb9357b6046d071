package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.Form.InFlight;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.LateResultIgnored;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every form of a call has in common once the wait of an open circuit is over. */
@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class HalfOpenBehaviourTest extends EveryForm {
    HalfOpenBehaviourTest(Setup setup) {
        super(setup);
    }

    @Test
    void theCircuitBecomesHalfOpenWithTheNextCallAndNotByItself() {
        World world = due(b -> b);
        world.advance(Duration.ofHours(1));
        assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(world.events(CircuitHalfOpened.class)).isEmpty();

        begin(world);

        assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(world.events(CircuitHalfOpened.class))
                .singleElement()
                .satisfies(event -> assertThat(event.state()).isEqualTo(world.breaker.state()));
    }

    @Test
    void askingForTheStateUsesNoProbeUp() {
        World world = due(b -> b);
        for (int i = 0; i < 10; i++) {
            assertThat(world.breaker
                            .state()
                            .probeDue(world.breaker.state().openedAt().get().plus(WAIT)))
                    .isTrue();
            assertThat(world.breaker.explain().retryAfter()).contains(Duration.ZERO);
            assertThat(world.registry.circuitBreakers().isOpen("x")).isFalse();
            assertThat(world.registry.circuitBreakers().retryAfter("x")).isZero();
        }

        begin(world).succeed();

        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void everyHalfOpenPeriodAdmitsACall() {
        World world = due(b -> b);
        for (int i = 0; i < 5; i++) {
            begin(world).fail();
            assertThat(world.phase()).isEqualTo(Phase.OPEN);
            world.advance(WAIT.minusNanos(1));
            assertThat(rejection(world).phase()).isEqualTo(Phase.OPEN);
            world.advance(Duration.ofNanos(1));
        }
        assertThat(world.events(CircuitOpened.class)).hasSize(6);
        assertThat(world.events(CircuitHalfOpened.class)).hasSize(5);
    }

    @Test
    void probesAreCountedWhenTheyBeginAndTheRestIsToldWhy() {
        World world = due(b -> b.halfOpenMaxCalls(2).halfOpenSuccessThreshold(2));
        List<InFlight> probes = begin(world, 2);
        world.advance(10);

        CircuitBreakerOpenException rejection = rejection(world);

        assertThat(rejection.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(rejection.retryAfter()).contains(Duration.ofSeconds(20));
        probes.get(0).succeed();
        assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);
        InFlight third = begin(world);
        probes.get(1).succeed();
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
        third.succeed();
        assertThat(world.events(CircuitClosed.class))
                .singleElement()
                .satisfies(event -> assertThat(event.state().isClosed()).isTrue());
    }

    @Test
    void aProbeThatEndsNeutrallyGivesItsPermitBackAndIsNoSuccess() {
        World world = due(b -> b);
        for (int i = 0; i < 5; i++) {
            begin(world).endNeutrally();
            assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);
        }

        begin(world).succeed();

        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
        assertThat(world.events(LateResultIgnored.class)).isEmpty();
    }

    @Test
    void aProbeWhoseLeaseHasEndedMakesRoomAndItsOutcomeNoLongerCounts() {
        World world = due(b -> b.halfOpenProbeTimeout(Duration.ofSeconds(10)));
        InFlight lapsed = begin(world);
        assertThat(rejection(world).retryAfter()).contains(Duration.ofSeconds(10));
        world.advance(10);
        InFlight next = begin(world);

        lapsed.fail();

        assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(world.events(LateResultIgnored.class))
                .singleElement()
                .satisfies(event -> assertThat(event.success()).isFalse());
        next.succeed();
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void anOutcomeFromBeforeTheOpeningDoesNotDecideAboutHalfOpen() {
        World world = world(b -> b);
        List<InFlight> early = begin(world, 3);
        world.breaker.open(WAIT);
        early.get(0).fail();
        assertThat(world.breaker
                        .state()
                        .retryAfter(world.breaker.state().openedAt().get()))
                .contains(WAIT);
        world.advance(WAIT);
        InFlight probe = begin(world);

        early.get(1).fail();
        early.get(2).succeed();

        assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(world.events(LateResultIgnored.class))
                .extracting(LateResultIgnored::success)
                .containsExactly(false, false, true);
        assertThat(world.events(LateResultIgnored.class))
                .extracting(LateResultIgnored::epoch)
                .containsOnly(0L);
        probe.succeed();
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void withoutAProbeTimeoutHalfOpenAdmitsEveryCall() {
        World world = due(b -> b.halfOpenProbeTimeout(Duration.ZERO).halfOpenSuccessThreshold(2));
        List<InFlight> calls = begin(world, 10);

        calls.get(0).succeed();
        calls.get(1).endNeutrally();
        assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);
        calls.get(2).succeed();

        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
        calls.get(3).fail();
        assertThat(world.breaker.state().failureCount()).isZero();
    }
}
