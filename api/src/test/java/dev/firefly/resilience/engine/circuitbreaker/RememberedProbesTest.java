package dev.firefly.resilience.engine.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.EventBus;
import dev.firefly.resilience.engine.state.MemoryCells;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long the probes of circuits that are driven by name are remembered. */
class RememberedProbesTest {
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final CircuitBreakerConfig CONFIG = CircuitBreakerConfig.builder()
            .failureThreshold(1)
            .waitDurationInOpen(WAIT)
            .halfOpenProbeTimeout(LEASE)
            .build();

    private final ManualClock clock = new ManualClock();
    private final Environment environment = new Environment(
            "node", clock, Randomness.system(), new EventBus(), Runnable::run, false, new MemoryCells("node", clock));
    private final NamedCircuits circuits = new NamedCircuits(name -> breaker(name, CONFIG), this::breaker, clock);

    private StoredCircuitBreaker breaker(String name, CircuitBreakerConfig config) {
        return new StoredCircuitBreaker(new CircuitGate(name, environment), () -> config);
    }

    private Decision probe(String name) {
        circuits.recordFailure(name);
        clock.advance(WAIT);
        Decision decision = circuits.permit(name);
        assertThat(decision.probe()).isTrue();
        return decision;
    }

    @Test
    void aProbeThatWasSettledByItsNameIsForgotten() {
        probe("x");
        assertThat(circuits.remembered()).isEqualTo(1);

        circuits.recordSuccess("x");

        assertThat(circuits.state("x").phase()).isEqualTo(Phase.CLOSED);
        assertThat(circuits.remembered()).isZero();
    }

    @Test
    void aProbeThatSettledItselfIsForgottenWithTheNextOutcome() {
        probe("x").recordSuccess();

        circuits.recordSuccess("x");

        assertThat(circuits.remembered()).isZero();
    }

    @Test
    void probesThatNobodySettlesAreForgottenWhenThereAreMany() {
        for (int user = 0; user < 3_000; user++) {
            probe("user-" + user);
        }

        assertThat(circuits.remembered()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void aProbeIsRememberedForItsLeaseHoweverManyThereAre() {
        CircuitBreakerConfig atOnce =
                CONFIG.toBuilder().halfOpenProbeTimeout(Duration.ofDays(100)).build();
        circuits.recordFailure("x", atOnce);
        clock.advance(WAIT);
        assertThat(circuits.permit("x", atOnce).probe()).isTrue();
        for (int user = 0; user < 3_000; user++) {
            probe("user-" + user);
        }

        circuits.recordSuccess("x", atOnce);

        assertThat(circuits.state("x").phase()).isEqualTo(Phase.CLOSED);
    }
}
