package dev.firefly.resilience.cdi;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.store.ResilienceStore;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From guarded methods to plans. What is wrong is noted as a problem, and then the plans are of no use. */
final class Deployment {
    private final BeanManager manager;
    private final Beans beans;
    private final DeploymentProblems problems;

    Deployment(BeanManager manager, Beans beans, DeploymentProblems problems) {
        this.manager = manager;
        this.beans = beans;
        this.problems = problems;
    }

    /** A guarded method whose fallback, if it has one, has been found. */
    private record Prepared(GuardedMethod method, Optional<FallbackRule> fallback) {}

    /**
     * Starts the registry, or takes the application's own, and makes the plans.
     *
     * @return the registry; empty when it could not start
     */
    Optional<ResilienceRegistry> run(List<GuardedMethod> methods, Settings settings, Plans plans) {
        List<Prepared> prepared = methods.stream()
                .map(method -> new Prepared(method, FallbackRule.of(method, manager, problems)))
                .toList();
        Optional<ResilienceRegistry> registry = beans.hasOwnRegistry() ? own(methods) : start(methods, settings);
        registry.ifPresent(running -> prepared.forEach(each -> plan(each, running, plans)));
        return registry;
    }

    private Optional<ResilienceRegistry> start(List<GuardedMethod> methods, Settings settings) {
        Resilience.Builder builder = Resilience.builder().settings(settings);
        beans.find(ResilienceStore.class, manager, problems).ifPresent(builder::store);
        beans.find(Clock.class, manager, problems).ifPresent(builder::clock);
        beans.find(Randomness.class, manager, problems).ifPresent(builder::random);
        methods.stream()
                .flatMap(method -> method.uses().stream())
                .map(GuardedMethod.Use::declaration)
                .distinct()
                .forEach(builder::declare);
        try {
            return Optional.of(builder.build());
        } catch (ConfigurationException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    private Optional<ResilienceRegistry> own(List<GuardedMethod> methods) {
        methods.stream()
                .flatMap(method -> method.uses().stream())
                .map(GuardedMethod.Use::declaration)
                .filter(declaration -> !declaration.values().isEmpty())
                .forEach(declaration -> problems.add(
                        ProblemKind.OWN_REGISTRY,
                        declaration.source(),
                        "sets values, which the application's own registry does not read: " + declaration.values()));
        return beans.find(ResilienceRegistry.class, manager, problems);
    }

    private void plan(Prepared prepared, ResilienceRegistry registry, Plans plans) {
        List<Guard> guards = new ArrayList<>();
        for (GuardedMethod.Use use : prepared.method().uses()) {
            try {
                guards.add(use.kind().instance(registry, use.declaration().name()));
            } catch (ConfigurationException e) {
                problems.addAll(e);
            }
        }
        @Nullable
        FallbackPlan fallback = prepared.fallback()
                .map(rule -> new FallbackPlan(rule, registry))
                .orElse(null);
        plans.put(prepared.method(), MethodPlan.of(prepared.method(), guards, fallback));
    }
}
