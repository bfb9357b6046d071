package dev.firefly.resilience.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is no mistake for certain, but would silently do nothing: it is logged when the application starts. Confined to the
 * deploying thread.
 */
final class DeploymentWarnings {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");
    private static final String OTHER_LIBRARY = "org.eclipse.microprofile.faulttolerance.";

    private final Set<Class<?>> annotated = new LinkedHashSet<>();

    /** Notes a class, no interface, with annotations of ours. */
    void noteAnnotated(Class<?> type) {
        annotated.add(type);
    }

    /** Warns of classes whose annotations nobody sees, because neither they nor their subclasses are beans. */
    void warnOfNoBeans(Collection<Class<?>> beans) {
        annotated.stream()
                .filter(type -> beans.stream().noneMatch(type::isAssignableFrom))
                .forEach(
                        type -> warn(
                                type.getName() + " has annotations of this library but is no bean, and neither is a"
                                        + " subclass: nothing guards its methods. Give it a scope, or guard its calls with the registry"));
        annotated.clear();
    }

    /** Warns of what there is to say about a guarded method and its fallbacks. */
    void warnOf(GuardedMethod guarded, Collection<Method> fallbacks) {
        Stream.of(guarded.method(), guarded.beanClass())
                .flatMap(element -> Stream.of(element.getAnnotations()))
                .map(annotation -> annotation.annotationType().getName())
                .filter(name -> name.startsWith(OTHER_LIBRARY))
                .forEach(name -> warn(guarded.name() + " is guarded by MicroProfile Fault Tolerance as well (" + name
                        + "): the attempts of both multiply"));
        for (Method fallback : fallbacks) {
            List<String> idle = guards(fallback);
            if (!idle.isEmpty()) {
                warn(GuardedMethod.name(guarded.beanClass(), fallback) + " has " + String.join(" and ", idle)
                        + ", which does nothing when it is called as the fallback of " + guarded.name());
            }
        }
    }

    /** Warns of calls of guarded methods that pass by the interceptor, as far as class files show them. */
    void warnOfOwnCalls(List<GuardedMethod> methods) {
        methods.stream()
                .collect(Collectors.groupingBy(GuardedMethod::beanClass))
                .forEach((beanClass, guarded) -> {
                    Set<String> called = OwnCalls.of(beanClass);
                    guarded.stream()
                            .filter(method -> called.contains(signature(method.method())))
                            .forEach(
                                    method -> warn(method.name() + " is called within its own class. On the same object"
                                            + " such a call is not guarded: inject the bean into itself, or guard the call with"
                                            + " the registry under the same name"));
                });
    }

    private static String signature(Method method) {
        return method.getName()
                + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .toMethodDescriptorString();
    }

    private static List<String> guards(AnnotatedElement element) {
        return Stream.of(element.getAnnotations())
                .map(Annotation::annotationType)
                .filter(GuardAnnotations::isOne)
                .map(type -> '@' + type.getSimpleName())
                .sorted()
                .toList();
    }

    private static void warn(String text) {
        LOG.log(Level.WARNING, text);
    }
}
