package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.event.LateResultIgnored;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Circuits driven by their names. */
@Timeout(120)
@ParameterizedClass
@EnumSource(Place.class)
class CircuitBreakersTest {
    private static final Duration WAIT = Duration.ofSeconds(30);

    private final Place place;
    private World world;
    private CircuitBreakers circuits;

    CircuitBreakersTest(Place place) {
        this.place = place;
        start(b -> b);
    }

    private void start(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        world = new World(place, settings);
        circuits = world.registry.circuitBreakers();
    }

    private void due(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
        start(settings);
        circuits.open("x", WAIT);
        world.advance(WAIT);
    }

    @Test
    void aNameIsTheSameCircuitAsTheBreakerOfThatName() {
        circuits.open("x", WAIT);

        assertThat(world.phase()).isEqualTo(Phase.OPEN);
        assertThat(circuits.state("x")).isEqualTo(world.breaker.state());
        circuits.close("x");
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void anUnknownNameIsAnErrorUnlessAConfigurationComesWithIt() {
        assertThatThrownBy(() -> circuits.permit("y"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("No resilience [circuit-breaker] instance named [y]. Available: x. ");
        CircuitBreakerConfig config = CircuitBreakerConfig.after(1);

        circuits.recordFailure("y", config);

        assertThat(circuits.isOpen("y", config)).isTrue();
        assertThat(circuits.isClosed("y", config)).isFalse();
        assertThat(circuits.retryAfter("y", config)).isEqualTo(Duration.ofMinutes(2));
        assertThat(circuits.state("y", config).failures()).hasSize(1);
        assertThat(circuits.permit("y", config).allowed()).isFalse();
        circuits.close("y", config);
        circuits.open("y", WAIT, config);
        assertThat(circuits.retryAfter("y", config)).isEqualTo(WAIT);
        circuits.close("y", config);
        circuits.recordSuccess("y", config);
        assertThat(circuits.isClosed("y", config)).isTrue();
    }

    @Test
    void aNameThatIsNotAllowedIsRefusedWhateverConfigurationComesWithIt() {
        CircuitBreakerConfig config = CircuitBreakerConfig.after(1);
        for (String name : List.of("", " ", "a\nb", "n".repeat(1001))) {
            assertThatThrownBy(() -> circuits.recordFailure(name, config))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("must have a name of 1 to 1000 characters, not all blank and none of them a"
                            + " control character");
            assertThatThrownBy(() -> circuits.state(name, config)).isInstanceOf(ConfigurationException.class);
        }
        circuits.recordFailure("n".repeat(1000), config);

        assertThat(circuits.isOpen("n".repeat(1000), config)).isTrue();
    }

    @Test
    void anExplicitConfigurationJudgesTheSameCircuitByItsOwnThreshold() {
        CircuitBreakerConfig strict = CircuitBreakerConfig.after(2).within(Duration.ofSeconds(10));
        circuits.recordFailure("x", strict);
        assertThat(circuits.isOpen("x")).isFalse();

        circuits.recordFailure("x", strict);

        assertThat(circuits.isOpen("x")).isTrue();
        assertThat(circuits.retryAfter("x")).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void isOpenAnswersWhetherAPermitWouldBeRefusedAndTakesNone() {
        due(b -> b);
        for (int i = 0; i < 5; i++) {
            assertThat(circuits.isOpen("x")).isFalse();
            assertThat(circuits.isClosed("x")).isTrue();
        }

        Decision probe = circuits.permit("x");

        assertThat(probe.allowed()).isTrue();
        assertThat(circuits.isOpen("x")).isTrue();
        assertThat(circuits.retryAfter("x")).isEqualTo(WAIT);
        probe.release();
        assertThat(circuits.isOpen("x")).isFalse();
    }

    @Test
    void retryAfterIsZeroWhenACallWouldBeAdmittedAndForeverWhenForcedOpen() {
        assertThat(circuits.retryAfter("x")).isZero();
        circuits.open("x", WAIT);
        world.advance(10);
        assertThat(circuits.retryAfter("x")).isEqualTo(Duration.ofSeconds(20));
        world.advance(20);
        assertThat(circuits.retryAfter("x")).isZero();
        world.breaker.forceOpen();
        assertThat(circuits.retryAfter("x")).isEqualTo(ChronoUnit.FOREVER.getDuration());
        assertThat(circuits.permit("x").retryAfter()).isEmpty();
    }

    @Test
    void aDecisionTellsAllThereIsToKnow() {
        Decision closed = circuits.permit("x");
        assertThat(closed.allowed()).isTrue();
        assertThat(closed.probe()).isFalse();
        assertThat(closed.reason()).isEqualTo(Phase.CLOSED);
        assertThat(closed.retryAfter()).contains(Duration.ZERO);
        assertThat(closed.epoch()).isZero();

        circuits.open("x", WAIT);
        Decision open = circuits.permit("x");
        assertThat(open.allowed()).isFalse();
        assertThat(open.probe()).isFalse();
        assertThat(open.reason()).isEqualTo(Phase.OPEN);
        assertThat(open.retryAfter()).contains(WAIT);
        assertThat(open.epoch()).isEqualTo(1);

        world.advance(WAIT);
        Decision probe = circuits.permit("x");
        assertThat(probe.allowed()).isTrue();
        assertThat(probe.probe()).isTrue();
        assertThat(probe.reason()).isEqualTo(Phase.HALF_OPEN);
        assertThat(probe.epoch()).isEqualTo(2);
        Decision refused = circuits.permit("x");
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.probe()).isFalse();
        assertThat(refused.reason()).isEqualTo(Phase.HALF_OPEN);
    }

    @Test
    void onlyTheFirstOfTheSettlingMethodsCounts() {
        start(b -> b.failureThreshold(2));
        Decision decision = circuits.permit("x");
        decision.recordFailure();
        decision.recordFailure();
        decision.recordSuccess();
        decision.release();

        assertThat(circuits.state("x").failureCount()).isEqualTo(1);
        circuits.open("x", WAIT);
        Decision refused = circuits.permit("x");
        refused.recordSuccess();
        refused.recordFailure();
        assertThat(circuits.state("x").isOpen()).isTrue();
        assertThat(world.events(LateResultIgnored.class)).isEmpty();
    }

    @Test
    void recordsByNameCountInClosedOnly() {
        start(b -> b.failureThreshold(2));
        circuits.recordFailure("x");
        circuits.recordSuccess("x");
        assertThat(circuits.state("x").failureCount()).isEqualTo(1);
        circuits.recordFailure("x");
        assertThat(circuits.isOpen("x")).isTrue();

        circuits.recordFailure("x");
        circuits.recordSuccess("x");

        assertThat(circuits.retryAfter("x")).isEqualTo(WAIT);
        world.advance(WAIT);
        circuits.recordSuccess("x");
        assertThat(circuits.state("x").isHalfOpen()).isTrue();
        world.breaker.disable();
        circuits.recordFailure("x");
        assertThat(circuits.state("x").phase()).isEqualTo(Phase.DISABLED);
    }

    @Test
    void aRecordByNameSettlesTheOldestProbeThatWasTakenByName() {
        due(b -> b.halfOpenMaxCalls(3).halfOpenSuccessThreshold(2));
        Decision first = circuits.permit("x");
        Decision second = circuits.permit("x");

        circuits.recordSuccess("x");
        first.recordFailure();
        assertThat(circuits.state("x").isHalfOpen()).isTrue();
        circuits.recordSuccess("x");
        second.recordFailure();

        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
        assertThat(circuits.state("x").failureCount()).isZero();
    }

    @Test
    void aProbeThatIsSettledOrHasLapsedIsNotSettledByName() {
        due(b -> b.halfOpenMaxCalls(3).halfOpenProbeTimeout(Duration.ofSeconds(10)));
        circuits.permit("x").release();
        circuits.recordFailure("x");
        assertThat(circuits.state("x").isHalfOpen()).isTrue();

        circuits.permit("x");
        world.advance(Duration.ofSeconds(10).plusNanos(1));
        circuits.recordFailure("x");

        assertThat(circuits.state("x").isHalfOpen()).isTrue();
        assertThat(world.events(LateResultIgnored.class)).isEmpty();
        Decision fresh = circuits.permit("x");
        circuits.recordFailure("x");
        assertThat(circuits.state("x").isOpen()).isTrue();
        fresh.recordSuccess();
        assertThat(circuits.state("x").isOpen()).isTrue();
    }

    @Test
    void aProbeTakenFromTheBreakerItselfIsNotSettledByName() {
        due(b -> b);
        Decision own = world.breaker.permit();

        circuits.recordFailure("x");

        assertThat(circuits.state("x").isHalfOpen()).isTrue();
        own.recordSuccess();
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void withoutAProbeTimeoutARecordByNameSettlesWhatWasAdmittedByName() {
        due(b -> b.halfOpenProbeTimeout(Duration.ZERO));
        circuits.permit("x");

        circuits.recordSuccess("x");

        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }
}
