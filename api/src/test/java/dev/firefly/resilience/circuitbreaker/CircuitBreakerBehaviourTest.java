package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.circuitbreaker.Form.InFlight;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.CircuitTransition;
import dev.firefly.resilience.event.ResilienceEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every form of a call has in common. */
@Timeout(120)
@ParameterizedClass
@MethodSource("everyFormInEveryPlace")
class CircuitBreakerBehaviourTest extends EveryForm {
    CircuitBreakerBehaviourTest(Setup setup) {
        super(setup);
    }

    @Test
    void theCircuitOpensWithTheFailureThatReachesTheThreshold() {
        World world = world(b -> b.failureThreshold(3));
        begin(world).fail();
        begin(world).succeed();
        begin(world).fail();
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);

        begin(world).fail();

        assertThat(world.phase()).isEqualTo(Phase.OPEN);
        CircuitOpened event = world.events(CircuitOpened.class).get(0);
        assertThat(world.events).containsExactly(event);
        assertThat(event.state()).isEqualTo(world.breaker.state());
        assertThat(event.state().failureCount()).isEqualTo(3);
        assertThat(event.state().openFor()).contains(WAIT);
        assertThat(event.pattern()).isEqualTo(Pattern.CIRCUIT_BREAKER);
        assertThat(event.instance()).isEqualTo("x");
        assertThat(event.node()).isEqualTo(world.registry.node());
    }

    @Test
    void anOpenCircuitRejectsUntilItsWaitIsOver() {
        World world = opened(b -> b);
        world.advance(WAIT.minusNanos(1));

        CircuitBreakerOpenException rejection = rejection(world);

        assertThat(rejection.phase()).isEqualTo(Phase.OPEN);
        assertThat(rejection.retryAfter()).contains(Duration.ofNanos(1));
        assertThat(rejection.instance()).isEqualTo("x");
        assertThat(rejection.getStackTrace()).isEmpty();
        CallRejected event = world.events(CallRejected.class).get(0);
        assertThat(world.events(CallRejected.class)).hasSize(1);
        assertThat(event.retryAfter()).contains(Duration.ofNanos(1));
        world.advance(Duration.ofNanos(1));
        begin(world).succeed();
    }

    @Test
    void failuresWhileOpenNeverExtendTheWait() {
        World world = world(b -> b.failureThreshold(1));
        List<InFlight> burst = begin(world, 5);
        burst.get(0).fail();
        for (InFlight late : burst.subList(1, 5)) {
            world.advance(5);
            late.fail();
        }

        assertThat(rejection(world).retryAfter()).contains(Duration.ofSeconds(10));
        assertThat(world.events(CircuitOpened.class)).hasSize(1);
    }

    @Test
    void aDisabledCircuitAdmitsEverythingRecordsNothingAndStaysSo() {
        World world = world(b -> b.failureThreshold(1));
        InFlight early = begin(world);
        world.breaker.disable();
        for (InFlight call : begin(world, 5)) {
            call.fail();
        }
        early.fail();
        world.advance(Duration.ofDays(1));

        assertThat(world.phase()).isEqualTo(Phase.DISABLED);
        begin(world).succeed();
        world.breaker.disable();
        assertThat(world.events(CircuitTransition.class)).hasSize(1);
    }

    @Test
    void aCircuitForcedOpenRejectsUntilSomebodyClosesIt() {
        World world = world(b -> b);
        world.breaker.forceOpen();
        world.advance(Duration.ofDays(1));

        CircuitBreakerOpenException rejection = rejection(world);

        assertThat(rejection.phase()).isEqualTo(Phase.FORCED_OPEN);
        assertThat(rejection.retryAfter()).isEmpty();
        world.breaker.close();
        begin(world).succeed();
        assertThat(world.events(CircuitTransition.class))
                .extracting(event -> event.state().phase())
                .containsExactly(Phase.FORCED_OPEN, Phase.CLOSED);
    }

    @Test
    void closingForgetsTheWindowAndTheCallsUnderWay() {
        World world = world(b -> b.failureThreshold(2));
        InFlight early = begin(world);
        begin(world).fail();
        world.breaker.close();
        early.fail();
        begin(world).fail();

        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
        assertThat(world.breaker.state().failureCount()).isEqualTo(1);
        assertThat(world.events(CircuitTransition.class)).isEmpty();
        assertThat(world.events).extracting(ResilienceEvent::instance).containsOnly("x");
    }

    @Test
    void openingAnOpenCircuitMovesTheEndOfItsWait() {
        World world = opened(b -> b);
        world.advance(10);
        world.breaker.open(Duration.ofSeconds(60));
        assertThat(rejection(world).retryAfter()).contains(Duration.ofSeconds(60));

        world.breaker.open(Duration.ofSeconds(1));
        assertThat(rejection(world).retryAfter()).contains(Duration.ofSeconds(1));

        assertThat(world.events(CircuitOpened.class)).hasSize(1);
        assertThatThrownBy(() -> world.breaker.open(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theJitterIsDrawnForEachOpeningAndAddedToTheWait() {
        World world = world(b -> b.failureThreshold(1).openJitter(Duration.ofSeconds(10)));
        begin(world).fail();

        assertThat(rejection(world).retryAfter()).contains(Duration.ofSeconds(35));
        world.advance(35);
        begin(world).fail();
        assertThat(rejection(world).retryAfter()).contains(Duration.ofSeconds(35));
    }

    @Test
    void slowCallsTripTheCircuitThoughTheySucceed() {
        World world = world(b -> b.windowSize(4)
                .slowCallDuration(Duration.ofSeconds(2))
                .slowCallRateThreshold(0.5)
                .failureThreshold(4));
        for (int seconds : new int[] {2, 1, 1, 3}) {
            assertThat(world.phase()).isEqualTo(Phase.CLOSED);
            InFlight call = begin(world);
            world.advance(seconds);
            call.succeed();
        }

        assertThat(world.phase()).isEqualTo(Phase.OPEN);
        assertThat(world.breaker.explain().slowCalls()).isEqualTo(2);
    }

    @Test
    void anInstanceThatIsNotEnabledLetsEverythingPass() {
        World world = world(b -> b.enabled(false).failureThreshold(1));
        world.breaker.forceOpen();
        world.events.clear();

        for (InFlight call : begin(world, 3)) {
            call.fail();
        }
        begin(world).succeed();

        assertThat(world.events).isEmpty();
        assertThat(world.phase()).isEqualTo(Phase.FORCED_OPEN);
        assertThat(world.registry.circuitBreakers().isOpen("x")).isFalse();
    }
}
