package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.FallbackHandler;
import dev.firefly.resilience.cdi.AnnotationFinder.Found;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the annotation for the fallback of a method comes to. Immutable.
 *
 * @param name the name in events
 * @param substitute makes the replacement
 * @param on the failures that are replaced: those of the annotation that the substitute can take
 * @param skipOn the failures that pass
 */
record FallbackRule(
        String name,
        Substitute substitute,
        Set<Class<? extends Throwable>> on,
        Set<Class<? extends Throwable>> skipOn) {

    /** The rule for a method; empty when it has none, or none that works, which is then noted as a problem. */
    static Optional<FallbackRule> of(
            GuardedMethod guarded, Beans beans, BeanContainer container, DeploymentProblems problems) {
        return guarded.fallback()
                .flatMap(fallback -> substitute(guarded, fallback, beans, container, problems)
                        .map(substitute -> new FallbackRule(guarded, fallback.annotation(), substitute))
                        .filter(rule -> rule.canReplace(guarded, problems)));
    }

    private FallbackRule(GuardedMethod guarded, Fallback fallback, Substitute substitute) {
        this(
                fallback.value().isEmpty() ? guarded.name() : fallback.value(),
                substitute,
                common(Set.copyOf(Arrays.asList(fallback.on())), substitute.accepted()),
                Set.copyOf(Arrays.asList(fallback.skipOn())));
    }

    private boolean canReplace(GuardedMethod guarded, DeploymentProblems problems) {
        String place = guarded.name();
        if (on.isEmpty()) {
            problems.add(
                    ProblemKind.FALLBACK_NEVER,
                    place,
                    "has a @Fallback whose replacement takes none of the failures that it is on");
            return false;
        }
        if (on.stream().allMatch(this::isSkipped)) {
            problems.add(
                    ProblemKind.FALLBACK_NEVER, place, "has a @Fallback that skips all the failures that it is on");
            return false;
        }
        return true;
    }

    private boolean isSkipped(Class<?> failure) {
        return skipOn.stream().anyMatch(skipped -> skipped.isAssignableFrom(failure));
    }

    private static Optional<Substitute> substitute(
            GuardedMethod guarded,
            Found<Fallback> found,
            Beans beans,
            BeanContainer container,
            DeploymentProblems problems) {
        Fallback fallback = found.annotation();
        boolean byMethod = !fallback.method().isEmpty();
        boolean byHandler = fallback.handler() != FallbackHandler.None.class;
        if (byMethod && byHandler) {
            problems.add(
                    ProblemKind.FALLBACK_TWICE,
                    guarded.name(),
                    "has a @Fallback with both a method, [" + fallback.method() + "], and a handler, "
                            + fallback.handler().getName());
            return Optional.empty();
        }
        if (byMethod) {
            // Where the annotation stands, there it is read: what a subclass adds was not meant, what it overrides was.
            Class<?> asking = found.onMethod() ? guarded.method().getDeclaringClass() : guarded.beanClass();
            return new FallbackResolver(guarded, asking, fallback.method(), problems).resolve();
        }
        if (byHandler) {
            return FallbackBean.resolve(guarded, fallback.handler(), beans, container, problems);
        }
        problems.add(ProblemKind.FALLBACK_EMPTY, guarded.name(), "has a @Fallback with neither a method nor a handler");
        return Optional.empty();
    }

    /** The classes whose instances are of one of the first and of one of the second kind. */
    private static Set<Class<? extends Throwable>> common(
            Set<Class<? extends Throwable>> first, Set<Class<? extends Throwable>> second) {
        Set<Class<? extends Throwable>> common = new HashSet<>();
        for (Class<? extends Throwable> one : first) {
            for (Class<? extends Throwable> other : second) {
                if (one.isAssignableFrom(other)) {
                    common.add(other);
                } else if (other.isAssignableFrom(one)) {
                    common.add(one);
                }
            }
        }
        return Set.copyOf(common);
    }
}
