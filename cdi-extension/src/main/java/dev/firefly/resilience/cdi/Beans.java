package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.event.Events;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanAttributes;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The application's own beans in the place of the library's parts, and the beans it is given where it has none. Confined
 * to the thread that deploys or stops.
 */
final class Beans {
    private static final Map<Class<?>, Function<ResilienceRegistry, Object>> DEFAULTS = Map.of(
            ResilienceRegistry.class, registry -> registry,
            CircuitBreakers.class, ResilienceRegistry::circuitBreakers,
            Events.class, ResilienceRegistry::events);

    private final Set<Class<?>> present = new HashSet<>();
    private final List<CreationalContext<?>> dependents = new ArrayList<>();

    /** Notes a bean of the application. */
    void note(BeanAttributes<?> bean) {
        if (bean.getQualifiers().contains(Default.Literal.INSTANCE)) {
            DEFAULTS.keySet().stream().filter(bean.getTypes()::contains).forEach(present::add);
        }
    }

    /** Whether the application brings a registry. */
    boolean hasOwnRegistry() {
        return present.contains(ResilienceRegistry.class);
    }

    /** Adds what the application does not bring. */
    void addDefaults(AfterBeanDiscovery event, Supplier<ResilienceRegistry> registry) {
        DEFAULTS.forEach((type, part) -> {
            if (!present.contains(type)) {
                event.<Object>addBean()
                        .id(Beans.class.getName() + '/' + type.getName())
                        .types(type, Object.class)
                        .qualifiers(Any.Literal.INSTANCE, Default.Literal.INSTANCE)
                        .scope(ApplicationScoped.class)
                        .createWith(creation -> part.apply(registry.get()));
            }
        });
    }

    /** The application's bean of a type; empty where there is none, or several, which is then noted as a problem. */
    <T> Optional<T> find(Class<T> type, BeanManager manager, DeploymentProblems problems) {
        Set<Bean<?>> beans = manager.getBeans(type);
        try {
            @Nullable Bean<?> bean = manager.resolve(beans);
            return Optional.ofNullable(bean).map(found -> type.cast(instance(found, type, manager)));
        } catch (AmbiguousResolutionException e) {
            String found = beans.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
            problems.add(ProblemKind.SEVERAL_BEANS, type.getName(), "is the type of several beans: " + found);
            return Optional.empty();
        }
    }

    /** Ends the beans that were made for this library alone. */
    void release() {
        dependents.forEach(CreationalContext::release);
        dependents.clear();
    }

    private <X> Object instance(Bean<X> bean, Class<?> type, BeanManager manager) {
        CreationalContext<X> creation = manager.createCreationalContext(bean);
        if (bean.getScope() == Dependent.class) {
            dependents.add(creation);
            return manager.getReference(bean, type, creation);
        }
        // Not a proxy, which while the application stops would make a new one of what has been destroyed already.
        return manager.getContext(bean.getScope()).get(bean, creation);
    }
}
