package dev.firefly.resilience.cdi;

import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes replacements for the failed calls of one method. Thread-safe. */
interface Substitute {
    /**
     * Makes a replacement.
     *
     * @param context the call
     * @param failure what it failed with; of one of the accepted classes
     * @throws Throwable what the application's code throws, as it is
     */
    @Nullable
    Object make(InvocationContext context, Throwable failure) throws Throwable;

    /** The methods it calls past all interceptors. */
    default Collection<Method> methods() {
        return List.of();
    }

    /** The failures it can take, with their subclasses. */
    Set<Class<? extends Throwable>> accepted();
}
