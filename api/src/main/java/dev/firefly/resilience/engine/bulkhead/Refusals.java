package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.CallRejected;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns calls away from one bulkhead. */
final class Refusals {
    private final String name;
    private final Environment environment;

    Refusals(String name, Environment environment) {
        this.name = name;
        this.environment = environment;
    }

    /** Announces it, and returns what the call ends with. */
    BulkheadFullException refuse(Rules rules, @Nullable InterruptedException interruption) {
        announce();
        return new BulkheadFullException(name, rules.maxConcurrent(), interruption, environment.stackTraces());
    }

    void announce() {
        environment
                .events()
                .publish(
                        CallRejected.class,
                        () -> new CallRejected(
                                Pattern.BULKHEAD,
                                name,
                                Instant.ofEpochSecond(0, environment.clock().nanos()),
                                environment.node(),
                                ErrorCode.BULKHEAD_FULL,
                                Optional.empty()));
    }
}
