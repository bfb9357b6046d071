package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.ContextExecutor;
import dev.firefly.resilience.event.ResilienceEvent;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Announces what happens to a call. Where the registry carries contexts over, the listeners of an asynchronous call run in
 * that of its caller, whatever thread it happens on; elsewhere they run on that thread. Nobody waits for listeners that
 * run elsewhere. Thread-safe.
 */
public final class CallEvents {
    private final EventBus events;
    private final @Nullable Executor context;

    private CallEvents(EventBus events, @Nullable Executor context) {
        this.events = events;
        this.context = context;
    }

    /** For calls that stay on the thread of their caller. */
    public static CallEvents onTheSpot(Environment environment) {
        return new CallEvents(environment.events(), null);
    }

    /**
     * For an asynchronous call.
     *
     * @param captured what was captured of the registry's executor on the thread of the caller
     */
    public static CallEvents of(Environment environment, Executor captured) {
        boolean contextual = environment.executor() instanceof ContextExecutor;
        return new CallEvents(environment.events(), contextual ? captured : null);
    }

    /**
     * For an asynchronous call, made on the thread of its caller. The context is captured only if there is something that
     * carries it over and somebody listens for one of the types.
     */
    public static CallEvents ofCaller(
            Environment environment, Collection<? extends Class<? extends ResilienceEvent>> types) {
        boolean wanted = environment.executor() instanceof ContextExecutor
                && types.stream().anyMatch(environment.events()::isHeard);
        return wanted ? of(environment, ContextExecutor.capture(environment.executor())) : onTheSpot(environment);
    }

    /** Publishes what the supplier builds, now, if anybody listens for the type. */
    public <T extends ResilienceEvent> void publish(Class<? extends T> type, Supplier<T> event) {
        if (context == null) {
            events.publish(type, event);
        } else if (events.isHeard(type)) {
            T built = event.get();
            try {
                context.execute(() -> events.publish(type, () -> built));
            } catch (RuntimeException | Error refused) {
                // Better in no context than not at all.
                events.publish(type, () -> built);
            }
        }
    }
}
