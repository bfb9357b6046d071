package dev.firefly.resilience.engine.call;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Guard;
import org.jspecify.annotations.Nullable;

/**
 * A guard around a body, which is the body of the guard around that. Immutable: attempts of a retry, which may overlap,
 * share the links inside of it.
 */
public record Link<T extends @Nullable Object, E extends Exception>(Guard guard, CheckedCallable<? extends T, E> body)
        implements CheckedCallable<T, E> {
    @Override
    public T call() throws E {
        return guard.call(body);
    }

    /** Calls a body, and tells it the time if it wants to know; as {@link TimelyGuard#callAt}. */
    public static <T extends @Nullable Object, E extends Exception> T callAt(
            Clock clock, long nanos, CheckedCallable<? extends T, E> body) throws E {
        return body instanceof Link<? extends T, E> link && link.guard instanceof TimelyGuard timely
                ? timely.<T, E>callAt(clock, nanos, link.body)
                : body.call();
    }
}
