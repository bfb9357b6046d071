package dev.firefly.resilience.cdi;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.store.ResilienceStore;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** From guarded methods to plans. What is wrong is noted as a problem, and then the plans are of no use. */
final class Deployment {
    private final BeanContainer container;
    private final Beans beans;
    private final DeploymentProblems problems;
    private final DeploymentWarnings warnings;

    Deployment(BeanContainer container, Beans beans, DeploymentProblems problems, DeploymentWarnings warnings) {
        this.container = container;
        this.beans = beans;
        this.problems = problems;
        this.warnings = warnings;
    }

    /** A guarded method whose fallback, if it has one, has been found. */
    private record Prepared(GuardedMethod method, Optional<FallbackRule> fallback) {}

    /**
     * Starts the registry, or takes the application's own, and makes the plans.
     *
     * @param injected the instances that are injected by name
     * @return the registry; empty when it could not start
     */
    Optional<ResilienceRegistry> run(
            List<GuardedMethod> methods, List<Declaration> injected, Settings settings, Plans plans) {
        List<Prepared> prepared = methods.stream()
                .map(method -> new Prepared(method, FallbackRule.of(method, beans, container, problems)))
                .toList();
        List<Declaration> declarations = Stream.concat(
                        methods.stream()
                                .flatMap(method -> method.uses().stream())
                                .map(GuardedMethod.Use::declaration),
                        injected.stream())
                .distinct()
                .toList();
        Optional<ResilienceRegistry> registry =
                beans.hasOwnRegistry() ? own(declarations) : start(declarations, settings);
        prepared.forEach(each -> warnings.warnOf(
                each.method(),
                each.fallback().map(rule -> rule.substitute().methods()).orElse(List.of())));
        warnings.warnOfOwnCalls(methods);
        registry.ifPresent(running -> injected.forEach(use -> lookUp(use, running)));
        registry.ifPresent(running -> prepared.forEach(each -> plan(each, running, plans)));
        return registry;
    }

    /** An instance that is injected must be there, whoever made the registry. */
    private void lookUp(Declaration use, ResilienceRegistry registry) {
        GuardKind.of(use.pattern()).ifPresent(kind -> instance(kind, use, registry));
    }

    private Optional<ResilienceRegistry> start(List<Declaration> declarations, Settings settings) {
        Resilience.Builder builder =
                Resilience.builder().settings(settings).context(new ContainerContext(new RequestContexts(container)));
        beans.find(ResilienceStore.class, container, problems).ifPresent(builder::store);
        beans.find(Clock.class, container, problems).ifPresent(builder::clock);
        beans.find(Randomness.class, container, problems).ifPresent(builder::random);
        declarations.forEach(builder::declare);
        try {
            if (!problems.isEmpty()) {
                // The application will not start, so that nobody needs the store, nor a connection to it, which a bean
                // might only now make; but all else that is wrong is to be told.
                builder.validate();
                return Optional.empty();
            }
            builder.connections(type -> beans.findConnection(type, container, problems));
            return Optional.of(builder.build());
        } catch (ConfigurationException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    private Optional<ResilienceRegistry> own(List<Declaration> declarations) {
        declarations.stream()
                .filter(declaration -> !declaration.values().isEmpty())
                .forEach(declaration -> problems.add(
                        ProblemKind.OWN_REGISTRY,
                        declaration.source(),
                        "sets values, which the application's own registry does not read: " + declaration.values()));
        Optional<ResilienceRegistry> found = beans.find(ResilienceRegistry.class, container, problems);
        if (beans.all(ResilienceRegistry.class, Default.Literal.INSTANCE, container)
                .isEmpty()) {
            problems.add(
                    ProblemKind.UNUSABLE_BEAN,
                    ResilienceRegistry.class.getName(),
                    "is the type of a bean of the application, so that there is no other; but now that all beans are"
                            + " known it is not among those that this library sees");
        }
        return found;
    }

    private Optional<Guard> instance(GuardKind kind, Declaration use, ResilienceRegistry registry) {
        try {
            return Optional.of(kind.instance(registry, use.name()));
        } catch (ConfigurationException e) {
            problems.addAll(new ConfigurationException(
                    e.problems().stream().map(problem -> at(problem, use)).toList()));
            return Optional.empty();
        }
    }

    /** A registry that did not know of the use can tell neither its pattern nor its place. */
    private static Problem at(Problem problem, Declaration use) {
        return problem.key().equals(use.name())
                ? new Problem(
                        use.pattern().key() + '.' + use.name(),
                        "is not configured: " + problem.complaint(),
                        use.source(),
                        problem.remedied())
                : problem;
    }

    private void plan(Prepared prepared, ResilienceRegistry registry, Plans plans) {
        List<Guard> guards = new ArrayList<>();
        for (GuardedMethod.Use use : prepared.method().uses()) {
            instance(use.kind(), use.declaration(), registry).ifPresent(guards::add);
        }
        @Nullable
        FallbackPlan fallback = prepared.fallback()
                .map(rule -> new FallbackPlan(rule, registry))
                .orElse(null);
        plans.put(prepared.method(), MethodPlan.of(prepared.method(), guards, fallback));
    }
}
