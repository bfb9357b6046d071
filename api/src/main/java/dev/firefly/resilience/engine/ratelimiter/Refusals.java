package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.CallEvents;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Announces each call that one limiter turns away, and builds what it ends with. */
final class Refusals {
    private final String name;
    private final Environment environment;

    Refusals(String name, Environment environment) {
        this.name = name;
        this.environment = environment;
    }

    RateLimitExceededException refused(long retryAfterNanos) {
        return refused(retryAfterNanos, CallEvents.onTheSpot(environment));
    }

    /** @param events where it is announced */
    RateLimitExceededException refused(long retryAfterNanos, CallEvents events) {
        announce(retryAfterNanos, events);
        return new RateLimitExceededException(name, retryAfterNanos, environment.stackTraces());
    }

    RateLimitExceededException interrupted(long retryAfterNanos, InterruptedException interruption) {
        announce(retryAfterNanos);
        return new RateLimitExceededException(name, retryAfterNanos, interruption, environment.stackTraces());
    }

    void announce(long retryAfterNanos) {
        announce(retryAfterNanos, CallEvents.onTheSpot(environment));
    }

    private void announce(long retryAfterNanos, CallEvents events) {
        events.publish(
                CallRejected.class,
                () -> new CallRejected(
                        Pattern.RATE_LIMITER,
                        name,
                        Instant.ofEpochSecond(0, environment.clock().nanos()),
                        environment.node(),
                        ErrorCode.RATE_LIMIT_EXCEEDED,
                        Optional.of(Duration.ofNanos(retryAfterNanos))));
    }
}
