package dev.firefly.resilience.engine.fallback;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.CallEvents;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.fallback.FallbackHost;
import java.time.Instant;
import java.util.concurrent.Executor;

/**
 * Lends the parts of a registry to the fallbacks of one name.
 *
 * @param name the name in events and contexts
 * @param environment the parts
 */
public record RegistryFallbackHost(String name, Environment environment) implements FallbackHost {
    @Override
    public long nanos() {
        return environment.clock().nanos();
    }

    @Override
    public Executor executor() {
        return environment.executor();
    }

    @Override
    public void executed(Throwable failure, Executor listeners) {
        CallEvents.of(environment, listeners)
                .publish(
                        FallbackExecuted.class,
                        () -> new FallbackExecuted(
                                Pattern.FALLBACK,
                                name,
                                Instant.ofEpochSecond(0, nanos()),
                                environment.node(),
                                failure));
    }
}
