package dev.firefly.resilience.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.circuitbreaker.World.Place;
import dev.firefly.resilience.core.CheckedRunnable;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import dev.firefly.resilience.engine.state.LogWatch;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Synchronous calls. */
@Timeout(120)
@ParameterizedClass
@EnumSource(Place.class)
class CallTest {
    private final World world;

    CallTest(Place place) {
        world = new World(place, b -> b.failureThreshold(3).ignoreOn(FileNotFoundException.class));
    }

    private void callThatThrows(Throwable failure) {
        assertThatThrownBy(() -> world.breaker.call(() -> {
                    throw Failures.<RuntimeException>rethrow(failure);
                }))
                .isSameAs(failure);
    }

    private int failures() {
        return world.breaker.state().failureCount();
    }

    @Test
    void theResultPassesThroughNullIncluded() throws IOException {
        assertThat(world.breaker.<String, RuntimeException>call(() -> "a")).isEqualTo("a");
        assertThat(world.breaker.<String, RuntimeException>call(() -> null)).isNull();
        boolean[] ran = new boolean[1];
        CheckedRunnable<IOException> body = () -> ran[0] = true;
        world.breaker.call(body);
        assertThat(ran[0]).isTrue();
    }

    @Test
    void theBodysCheckedExceptionPassesThroughWithItsOwnType() {
        IOException failure = new IOException("on purpose");
        try {
            world.breaker.call(() -> {
                if (failure.getCause() == null) {
                    throw failure;
                }
                return "never";
            });
        } catch (IOException caught) { // the compiler knows that this is what it throws
            assertThat(caught).isSameAs(failure);
            assertThat(caught.getSuppressed()).isEmpty();
        }
        assertThat(failures()).isEqualTo(1);
    }

    @Test
    void theBodyRunsOnTheCallersThreadUnderNoLockOfTheStore() {
        Thread here = Thread.currentThread();

        Thread body = world.breaker.<Thread, RuntimeException>call(() -> {
            world.breaker.open(Duration.ofSeconds(1)); // somebody else needs the lock
            return Thread.currentThread();
        });

        assertThat(body).isSameAs(here);
    }

    @Test
    void whatIsIgnoredPassesThroughAndChangesNothing() {
        callThatThrows(new FileNotFoundException());
        callThatThrows(new CancellationException());
        callThatThrows(new InterruptedException());
        callThatThrows(new StackOverflowError());

        assertThat(failures()).isZero();
    }

    @Test
    void rejectionsOfInnerGuardsAreNoFailures() {
        for (ErrorCode code : ErrorCode.values()) {
            if (code.isRejection()) {
                callThatThrows(new Own(code));
            }
        }
        callThatThrows(StoreUnavailableException.lockTimeout(Pattern.BULKHEAD, "inner", Duration.ZERO, false));
        assertThat(failures()).isZero();

        callThatThrows(new Own(ErrorCode.CALL_TIMEOUT));
        assertThat(failures()).isEqualTo(1);
    }

    private static final class Own extends ResilienceException {
        private static final long serialVersionUID = 1L;

        Own(ErrorCode code) {
            super(code, Pattern.BULKHEAD, "inner", "for the test", null, false);
        }
    }

    @Test
    void aProbeThatAnInnerGuardTurnsAwayGivesItsPermitBack() {
        CircuitBreakers circuits = world.registry.circuitBreakers();
        CircuitBreakerConfig config = CircuitBreakerConfig.defaults();
        circuits.open("inner", Duration.ofHours(1), config);
        world.breaker.open(Duration.ofSeconds(30));
        world.advance(30);

        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> world.breaker.call(() -> {
                        Decision inner = circuits.permit("inner", config);
                        if (!inner.allowed()) {
                            throw new CircuitBreakerOpenException("inner", inner.reason(), 1, false);
                        }
                        return "never";
                    }))
                    .isInstanceOfSatisfying(
                            CircuitBreakerOpenException.class,
                            failure -> assertThat(failure.instance()).isEqualTo("inner"));
        }

        assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);
        world.breaker.<String, RuntimeException>call(() -> "well again");
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void theSameFailuresAreIgnoredInHalfOpen() {
        world.breaker.open(Duration.ofSeconds(30));
        world.advance(30);

        callThatThrows(new FileNotFoundException());
        callThatThrows(new InterruptedException());
        assertThat(world.phase()).isEqualTo(Phase.HALF_OPEN);

        callThatThrows(new IOException());
        assertThat(world.phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void anInterruptedCallerStillGetsItsDecisionAndKeepsItsFlag() {
        world.breaker.open(Duration.ofSeconds(30));
        world.advance(30);
        Thread.currentThread().interrupt();

        boolean seen = world.breaker.<Boolean, RuntimeException>call(
                () -> Thread.currentThread().isInterrupted());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(seen).isTrue();
        assertThat(world.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void everyTransitionIsOneLogLine() throws Exception {
        try (LogWatch log = new LogWatch("dev.firefly.resilience.circuitbreaker")) {
            for (int i = 0; i < 3; i++) {
                callThatThrows(new IOException());
            }
            world.breaker.open(Duration.ofSeconds(30));
            world.advance(30);
            world.breaker.<String, RuntimeException>call(() -> "well again");
            world.breaker.close();

            assertThat(log.lines())
                    .containsExactly(
                            "INFO Circuit breaker [x] CLOSED -> OPEN: 3 failures, open for 30s",
                            "INFO Circuit breaker [x] OPEN -> HALF_OPEN: 3 failures, open for 30s",
                            "INFO Circuit breaker [x] HALF_OPEN -> CLOSED: 0 failures");
        }
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        world.registry.events().subscribe(ResilienceEvent.class, event -> {
            throw new IllegalStateException("on purpose");
        });
        for (int i = 0; i < 3; i++) {
            callThatThrows(new IOException());
        }

        assertThat(world.phase()).isEqualTo(Phase.OPEN);
        assertThatThrownBy(() -> world.breaker.call(() -> "never")).isInstanceOf(CircuitBreakerOpenException.class);
    }
}
