package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.cdi.AnnotationFinder.Found;
import dev.firefly.resilience.config.Declaration;
import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A method that is to be guarded, as the annotations say it.
 *
 * @param beanClass the class of the bean
 * @param method the method, declared in that class or above it
 * @param uses the instances around it, outermost first
 * @param fallback the annotation for the fallback, and where it stands
 */
record GuardedMethod(Class<?> beanClass, Method method, List<Use> uses, Optional<Found<Fallback>> fallback) {
    /** An instance around a method. */
    record Use(GuardKind kind, Declaration declaration) {}

    /** Whether its outcome is that of the stage it returns; its type alone says so. */
    boolean isAsynchronous() {
        Class<?> result = result();
        return result == CompletionStage.class || result == CompletableFuture.class;
    }

    /** The type of its result, erased: where that is a type parameter, what the bean class puts for it. */
    Class<?> result() {
        return method.getGenericReturnType() instanceof TypeVariable<?>
                ? new Generics(beanClass).result(method)
                : method.getReturnType();
    }

    /** {@code com.acme.Orders#find(java.lang.String)}: the same on every node, and never the name of a proxy. */
    String name() {
        return name(beanClass, method);
    }

    static String name(Class<?> beanClass, Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getTypeName)
                .collect(Collectors.joining(",", beanClass.getName() + '#' + method.getName() + '(', ")"));
    }
}
