package dev.firefly.resilience.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
                                            + " such a call is not guarded: " + publicly(method.method())
                                            + "inject the bean into itself and call it there, or guard the call with the"
                                            + " registry under the same name"));
                });
    }

    /** Weld takes any other method that a bean calls on its own proxy for a call on the same object. */
    private static String publicly(Method method) {
        return Modifier.isPublic(method.getModifiers()) ? "" : "make the method public, ";
    }

    /**
     * Warns of annotations on interfaces, which the classes that implement them do not inherit.
     *
     * @param clients the interfaces that are guarded themselves
     */
    void warnOfInterfaces(Collection<Class<?>> beans, List<GuardedMethod> methods, Collection<Class<?>> clients) {
        Map<Class<?>, Set<String>> guarded = methods.stream()
                .collect(Collectors.groupingBy(
                        GuardedMethod::beanClass,
                        Collectors.mapping(method -> shape(method.method()), Collectors.toSet())));
        for (Class<?> bean : beans) {
            Set<String> own = guarded.getOrDefault(bean, Set.of());
            Hierarchy.of(bean).stream()
                    .filter(type -> type.isInterface() && !clients.contains(type))
                    .forEach(type -> warnOfInterface(type, bean, own));
        }
    }

    private static void warnOfInterface(Class<?> type, Class<?> bean, Set<String> guarded) {
        List<Method> open = declared(type)
                .filter(method -> !BeanMethod.isUnreachable(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !guarded.contains(shape(method)))
                .toList();
        if (!open.isEmpty()) {
            warnOfInterface("The interface " + type.getName(), guards(type), bean);
        }
        open.forEach(method ->
                warnOfInterface("The interface method " + GuardedMethod.name(type, method), guards(method), bean));
    }

    private static Stream<Method> declared(Class<?> type) {
        try {
            return Stream.of(type.getDeclaredMethods());
        } catch (LinkageError e) {
            // It mentions classes that are not there, which nobody but us would have noticed.
            return Stream.empty();
        }
    }

    /** What a method and those that implement it have in common, whatever they put for type parameters. */
    private static String shape(Method method) {
        return method.getName() + '/' + method.getParameterCount();
    }

    private static void warnOfInterface(String place, List<String> guards, Class<?> bean) {
        if (!guards.isEmpty()) {
            warn(place + " has " + String.join(" and ", guards) + ", which does nothing in " + bean.getName()
                    + ": classes do not inherit the annotations of interfaces. Put it on the class");
        }
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
