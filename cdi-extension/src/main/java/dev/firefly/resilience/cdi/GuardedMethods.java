package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.cdi.AnnotationFinder.Found;
import dev.firefly.resilience.cdi.GuardedMethod.Use;
import dev.firefly.resilience.config.Declaration;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Reads the guarded methods off the beans. Confined to the deploying thread. */
final class GuardedMethods {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");
    private static final String OTHER_LIBRARY = "org.eclipse.microprofile.faulttolerance.";

    private final AnnotationFinder finder;
    private final DeploymentProblems problems;

    GuardedMethods(AnnotationFinder finder, DeploymentProblems problems) {
        this.finder = finder;
        this.problems = problems;
    }

    /** The guarded methods of a bean. */
    List<GuardedMethod> of(GuardedBean bean) {
        List<GuardedMethod> guarded = new ArrayList<>();
        for (AnnotatedMethod<?> method : bean.businessMethods()) {
            List<Use> uses = uses(bean, method);
            Optional<Fallback> fallback = fallback(bean, method);
            if (!uses.isEmpty() || fallback.isPresent()) {
                GuardedMethod found =
                        new GuardedMethod(bean.beanClass(), method.getJavaMember(), List.copyOf(uses), fallback);
                check(found, bean, method);
                guarded.add(found);
            }
        }
        return guarded;
    }

    private List<Use> uses(GuardedBean bean, AnnotatedMethod<?> method) {
        List<Use> uses = new ArrayList<>();
        for (GuardKind kind : GuardKind.values()) {
            find(kind.annotation(), bean, method).ifPresent(found -> {
                String name = GuardedMethod.name(bean.beanClass(), method.getJavaMember());
                Declaration declaration = Declarations.read(kind, found.annotation(), name, found.place());
                uses.add(new Use(kind, declaration));
            });
        }
        return uses;
    }

    private Optional<Fallback> fallback(GuardedBean bean, AnnotatedMethod<?> method) {
        // A method that replaces all others of its class does not replace itself.
        return find(Fallback.class, bean, method)
                .filter(found -> found.onMethod()
                        || !found.annotation()
                                .method()
                                .equals(method.getJavaMember().getName()))
                .map(Found::annotation);
    }

    private <A extends Annotation> Optional<Found<A>> find(
            Class<A> wanted, GuardedBean bean, AnnotatedMethod<?> method) {
        return finder.find(wanted, method, bean.type(), bean.stereotypes())
                .filter(found -> found.onMethod() || !GuardedBean.isCalledByContainer(method));
    }

    private void check(GuardedMethod guarded, GuardedBean bean, AnnotatedMethod<?> method) {
        Class<?> result = guarded.method().getReturnType();
        if (CompletionStage.class.isAssignableFrom(result) && !guarded.isAsynchronous()) {
            problems.add(
                    ProblemKind.STAGE_TYPE,
                    guarded.name(),
                    "returns a stage of a type of its own, " + result.getName());
        }
        Stream.<Annotated>of(method, bean.type())
                .flatMap(annotated -> annotated.getAnnotations().stream())
                .map(annotation -> annotation.annotationType().getName())
                .filter(name -> name.startsWith(OTHER_LIBRARY))
                .forEach(name -> LOG.log(
                        Level.WARNING,
                        guarded.name() + " is guarded by MicroProfile Fault Tolerance as well (" + name
                                + "): the attempts of both multiply"));
    }
}
