package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.GuardOrder;
import dev.firefly.resilience.cdi.AnnotationFinder.Found;
import dev.firefly.resilience.cdi.GuardedMethod.Use;
import dev.firefly.resilience.config.Declaration;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads the guarded methods off the beans. Confined to the deploying thread. */
final class GuardedMethods {
    private final AnnotationFinder finder;
    private final DeploymentProblems problems;

    GuardedMethods(AnnotationFinder finder, DeploymentProblems problems) {
        this.finder = finder;
        this.problems = problems;
    }

    /** The guarded methods of a bean. */
    List<GuardedMethod> of(GuardedBean bean) {
        List<GuardedMethod> guarded = new ArrayList<>();
        for (BeanMethod method : bean.businessMethods()) {
            List<Use> uses = ordered(bean, method, uses(bean, method));
            Optional<Found<Fallback>> fallback = fallback(bean, method);
            if (!uses.isEmpty() || fallback.isPresent()) {
                GuardedMethod found = new GuardedMethod(bean.beanClass(), method.method(), List.copyOf(uses), fallback);
                check(found);
                guarded.add(found);
            }
        }
        return guarded;
    }

    private List<Use> uses(GuardedBean bean, BeanMethod method) {
        List<Use> uses = new ArrayList<>();
        for (GuardKind kind : GuardKind.values()) {
            find(kind.annotation(), bean, method).ifPresent(found -> {
                String name = GuardedMethod.name(bean.beanClass(), method.method());
                Declaration declaration = Declarations.read(kind, found.annotation(), name, found.place());
                uses.add(new Use(kind, declaration));
            });
        }
        return uses;
    }

    private List<Use> ordered(GuardedBean bean, BeanMethod method, List<Use> uses) {
        String name = GuardedMethod.name(bean.beanClass(), method.method());
        return find(GuardOrder.class, bean, method)
                .map(order -> NestingOrder.of(order, name, uses, problems))
                .orElse(uses);
    }

    private Optional<Found<Fallback>> fallback(GuardedBean bean, BeanMethod method) {
        // A method that replaces all others of its class does not replace itself.
        return find(Fallback.class, bean, method)
                .filter(found -> found.onMethod()
                        || !found.annotation().method().equals(method.method().getName()));
    }

    private <A extends Annotation> Optional<Found<A>> find(Class<A> wanted, GuardedBean bean, BeanMethod method) {
        return finder.find(wanted, method, bean).filter(found -> found.onMethod() || !method.isCalledByContainer());
    }

    private void check(GuardedMethod guarded) {
        Class<?> result = guarded.result();
        if (CompletionStage.class.isAssignableFrom(result) && !guarded.isAsynchronous()) {
            problems.add(
                    ProblemKind.STAGE_TYPE,
                    guarded.name(),
                    "returns a stage of a type of its own, " + result.getName());
        }
    }
}
