package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.Fallback;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.util.Nonbinding;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Introduces the annotations of the api to the container. */
final class GuardAnnotations {
    private static final List<Class<? extends Annotation>> ALL = Stream.concat(
                    Stream.<Class<? extends Annotation>>of(Fallback.class),
                    Arrays.stream(GuardKind.values()).<Class<? extends Annotation>>map(GuardKind::annotation))
            .toList();
    private static final Set<String> NAMES = ALL.stream().map(Class::getName).collect(Collectors.toUnmodifiableSet());

    private GuardAnnotations() {}

    /** Makes interceptor bindings of them. */
    static void register(BeforeBeanDiscovery event) {
        for (Class<? extends Annotation> annotation : ALL) {
            var binding = event.configureInterceptorBinding(annotation).add(Guarded.Literal.INSTANCE);
            // Or two stereotypes with different members would be a conflict, and any member could prevent the match.
            binding.methods().forEach(member -> member.add(Nonbinding.Literal.INSTANCE));
        }
    }

    /** Makes interceptor bindings of them. */
    static void register(MetaAnnotations annotations) {
        for (Class<? extends Annotation> annotation : ALL) {
            ClassConfig binding = annotations.addInterceptorBinding(annotation).addAnnotation(Guarded.Literal.INSTANCE);
            binding.methods().forEach(member -> member.addAnnotation(Nonbinding.Literal.INSTANCE));
        }
    }

    /** Notes the annotated methods that no interceptor can see. */
    static void noteUnreachable(Collection<BeanMethod> methods, DeploymentProblems problems) {
        for (BeanMethod method : methods) {
            List<String> found = method.annotations().stream()
                    .filter(annotation -> isOne(annotation.annotationType()))
                    .map(annotation -> '@' + annotation.annotationType().getSimpleName())
                    .sorted()
                    .toList();
            if (method.isUnreachable() && !found.isEmpty()) {
                Method member = method.method();
                problems.add(
                        ProblemKind.NOT_INTERCEPTABLE,
                        GuardedMethod.name(member.getDeclaringClass(), member),
                        "has " + String.join(" and ", found) + ", which does nothing on a method that is "
                                + Modifier.toString(member.getModifiers()));
            }
        }
    }

    /**
     * Takes the annotations off methods that no interceptor can see: the container would refuse final ones at once, and
     * with them hide all other problems.
     */
    static <X> void takeOffUnreachable(ProcessAnnotatedType<X> event) {
        event.configureAnnotatedType()
                .filterMethods(method ->
                        BeanMethod.isUnreachable(method.getJavaMember().getModifiers()))
                .forEach(method -> method.remove(annotation -> isOne(annotation.annotationType())));
    }

    /** The same where the container has its own model of classes. */
    static void takeOffUnreachable(ClassConfig type) {
        type.methods().stream()
                .filter(method -> BeanMethod.isUnreachable(method.info().modifiers()))
                .forEach(method -> method.removeAnnotation(
                        annotation -> isOne(annotation.declaration().name())));
    }

    /** Whether it is one of the annotations that guard methods. */
    static boolean isOne(Class<? extends Annotation> annotation) {
        return ALL.contains(annotation);
    }

    /** The same for the name of an annotation's class. */
    static boolean isOne(String name) {
        return NAMES.contains(name);
    }
}
