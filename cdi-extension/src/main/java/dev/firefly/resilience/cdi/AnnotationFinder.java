package dev.firefly.resilience.cdi;

import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the annotation that rules for a method: the one on the method beats the one on the class, which beats the one on
 * a stereotype. Wherever it may stand, an interceptor binding that carries it stands for it, as bindings are transitive.
 */
final class AnnotationFinder {
    private final BeanManager manager;
    private final DeploymentProblems problems;

    AnnotationFinder(BeanManager manager, DeploymentProblems problems) {
        this.manager = manager;
        this.problems = problems;
    }

    /**
     * What was found.
     *
     * @param annotation the annotation
     * @param place where it stands, in words
     * @param onMethod whether it stands on the method itself
     */
    record Found<A>(A annotation, String place, boolean onMethod) {}

    /** The annotation that rules for a method of a bean with these stereotypes. */
    <A extends Annotation> Optional<Found<A>> find(
            Class<A> wanted,
            AnnotatedMethod<?> method,
            AnnotatedType<?> type,
            Set<Class<? extends Annotation>> stereotypes) {
        Class<?> beanClass = type.getJavaClass();
        String methodName = GuardedMethod.name(beanClass, method.getJavaMember());
        return on(method, wanted)
                .map(annotation -> new Found<>(annotation, methodName, true))
                .or(() -> on(type, wanted).map(annotation -> new Found<>(annotation, beanClass.getName(), false)))
                .or(() -> onStereotypes(stereotypes, wanted, beanClass)
                        .map(annotation -> new Found<>(annotation, "a stereotype of " + beanClass.getName(), false)));
    }

    private <A extends Annotation> Optional<A> on(Annotated annotated, Class<A> wanted) {
        A direct = annotated.getAnnotation(wanted);
        return direct != null ? Optional.of(direct) : among(annotated.getAnnotations(), wanted);
    }

    private <A extends Annotation> Optional<A> among(Collection<Annotation> annotations, Class<A> wanted) {
        for (Annotation annotation : annotations) {
            if (wanted.isInstance(annotation)) {
                return Optional.of(wanted.cast(annotation));
            }
        }
        for (Annotation annotation : annotations) {
            Class<? extends Annotation> type = annotation.annotationType();
            if (manager.isInterceptorBinding(type)) {
                Optional<A> carried = among(manager.getInterceptorBindingDefinition(type), wanted);
                if (carried.isPresent()) {
                    return carried;
                }
            }
        }
        return Optional.empty();
    }

    private <A extends Annotation> Optional<A> onStereotypes(
            Set<Class<? extends Annotation>> stereotypes, Class<A> wanted, Class<?> beanClass) {
        Set<A> found = new LinkedHashSet<>();
        stereotypes.forEach(stereotype -> collect(stereotype, wanted, found));
        if (found.size() > 1) {
            problems.add(
                    ProblemKind.STEREOTYPES,
                    beanClass.getName(),
                    "has stereotypes with different @" + wanted.getSimpleName());
        }
        return found.stream().findFirst();
    }

    private <A extends Annotation> void collect(Class<? extends Annotation> stereotype, Class<A> wanted, Set<A> found) {
        Set<Annotation> definition = manager.getStereotypeDefinition(stereotype);
        Optional<A> own = among(definition, wanted);
        if (own.isPresent()) {
            found.add(own.get());
            return;
        }
        definition.stream()
                .map(Annotation::annotationType)
                .filter(manager::isStereotype)
                .forEach(above -> collect(above, wanted, found));
    }
}
