package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.Fallback;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.util.Nonbinding;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Introduces the annotations of the api to the container. */
final class GuardAnnotations {
    private static final List<Class<? extends Annotation>> ALL = Stream.concat(
                    Stream.<Class<? extends Annotation>>of(Fallback.class),
                    Arrays.stream(GuardKind.values()).<Class<? extends Annotation>>map(GuardKind::annotation))
            .toList();

    private GuardAnnotations() {}

    /** Makes interceptor bindings of them. */
    static void register(BeforeBeanDiscovery event) {
        for (Class<? extends Annotation> annotation : ALL) {
            var binding = event.configureInterceptorBinding(annotation).add(Guarded.Literal.INSTANCE);
            // Or two stereotypes with different members would be a conflict, and any member could prevent the match.
            binding.methods().forEach(member -> member.add(Nonbinding.Literal.INSTANCE));
        }
    }

    /**
     * Notes the annotated methods that no interceptor can see, and takes the annotations off them: the container would
     * refuse final ones at once, and with them hide all other problems.
     */
    static <X> void takeOffUnreachable(ProcessAnnotatedType<X> event, DeploymentProblems problems) {
        List<AnnotatedMethod<? super X>> unreachable = event.getAnnotatedType().getMethods().stream()
                .filter(method -> isUnreachable(method.getJavaMember().getModifiers()) && isAnnotated(method))
                .toList();
        for (AnnotatedMethod<? super X> method : unreachable) {
            var member = method.getJavaMember();
            String found = method.getAnnotations().stream()
                    .filter(annotation -> ALL.contains(annotation.annotationType()))
                    .map(annotation -> '@' + annotation.annotationType().getSimpleName())
                    .sorted()
                    .collect(Collectors.joining(" and "));
            problems.add(
                    ProblemKind.NOT_INTERCEPTABLE,
                    GuardedMethod.name(member.getDeclaringClass(), member),
                    "has " + found + ", which does nothing on a method that is "
                            + Modifier.toString(member.getModifiers()));
            event.configureAnnotatedType()
                    .filterMethods(candidate -> candidate.getJavaMember().equals(member))
                    .forEach(candidate -> candidate.remove(annotation -> ALL.contains(annotation.annotationType())));
        }
    }

    private static boolean isUnreachable(int modifiers) {
        return Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers);
    }

    private static boolean isAnnotated(AnnotatedMethod<?> method) {
        return ALL.stream().anyMatch(method::isAnnotationPresent);
    }
}
