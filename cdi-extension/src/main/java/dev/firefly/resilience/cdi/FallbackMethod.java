package dev.firefly.resilience.cdi;

import jakarta.interceptor.InvocationContext;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A replacement that a method of the bean makes. The method is called on the bean itself, past all interceptors, whatever
 * thread this is on.
 *
 * @param overloads the methods of the name that fit, not empty, each with another type of failure
 */
record FallbackMethod(List<Overload> overloads) implements Substitute {
    /**
     * One of the methods.
     *
     * @param failure the type of its last parameter; {@code Throwable} where there is none
     * @param takesFailure whether there is one
     * @param method the method
     * @param handle the same as a function of the bean and the array of its arguments
     */
    record Overload(Class<? extends Throwable> failure, boolean takesFailure, Method method, MethodHandle handle) {
        private boolean beats(@Nullable Overload other) {
            return other == null
                    || (takesFailure && !other.takesFailure)
                    || (takesFailure == other.takesFailure && other.failure.isAssignableFrom(failure));
        }
    }

    FallbackMethod {
        overloads = List.copyOf(overloads);
    }

    @Override
    public Set<Class<? extends Throwable>> accepted() {
        return overloads.stream().map(Overload::failure).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Collection<Method> methods() {
        return overloads.stream().map(Overload::method).toList();
    }

    @Override
    public @Nullable Object make(InvocationContext context, Throwable failure) throws Throwable {
        @Nullable Overload best = null;
        for (Overload overload : overloads) {
            if (overload.failure.isInstance(failure) && overload.beats(best)) {
                best = overload;
            }
        }
        if (best == null) {
            throw failure;
        }
        @Nullable Object[] arguments = context.getParameters();
        if (best.takesFailure) {
            arguments = Arrays.copyOf(arguments, arguments.length + 1);
            arguments[arguments.length - 1] = failure;
        }
        return (Object) best.handle.invokeExact(context.getTarget(), arguments);
    }
}
