package dev.firefly.resilience.cdi;

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
    private final Definitions definitions;
    private final DeploymentProblems problems;

    AnnotationFinder(Definitions definitions, DeploymentProblems problems) {
        this.definitions = definitions;
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

    /** The annotation that rules for a method of a bean. */
    <A extends Annotation> Optional<Found<A>> find(Class<A> wanted, BeanMethod method, GuardedBean bean) {
        Class<?> beanClass = bean.beanClass();
        String methodName = GuardedMethod.name(beanClass, method.method());
        return onMethod(method, wanted)
                .map(annotation -> new Found<>(annotation, methodName, true))
                .or(() -> among(bean.annotations(), wanted)
                        .map(annotation -> new Found<>(annotation, beanClass.getName(), false)))
                .or(() -> onStereotypes(bean.stereotypes(), wanted, beanClass)
                        .map(annotation -> new Found<>(annotation, "a stereotype of " + beanClass.getName(), false)));
    }

    private <A extends Annotation> Optional<A> onMethod(BeanMethod method, Class<A> wanted) {
        // What stands where no interceptor sees it is a problem of its own, and none besides.
        return method.isUnreachable() ? Optional.empty() : among(method.annotations(), wanted);
    }

    private <A extends Annotation> Optional<A> among(Collection<Annotation> annotations, Class<A> wanted) {
        for (Annotation annotation : annotations) {
            if (wanted.isInstance(annotation)) {
                return Optional.of(wanted.cast(annotation));
            }
        }
        for (Annotation annotation : annotations) {
            Optional<A> carried = among(definitions.ofBinding().apply(annotation.annotationType()), wanted);
            if (carried.isPresent()) {
                return carried;
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
        Set<Annotation> definition = definitions.ofStereotype().apply(stereotype);
        Optional<A> own = among(definition, wanted);
        if (own.isPresent()) {
            found.add(own.get());
            return;
        }
        definition.forEach(above -> collect(above.annotationType(), wanted, found));
    }
}
