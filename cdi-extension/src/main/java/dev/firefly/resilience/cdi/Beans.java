package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.config.ConfigurationException;
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
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final List<Bean<?>> enabled = new ArrayList<>();
    private final List<CreationalContext<?>> dependents = new ArrayList<>();

    /** The types of the beans that an application is given where it has none. */
    static Set<Class<?>> defaults() {
        return DEFAULTS.keySet();
    }

    /** The bean of one of these types. */
    static Object part(Class<?> type, ResilienceRegistry registry) {
        return Objects.requireNonNull(DEFAULTS.get(type)).apply(registry);
    }

    /** Notes a bean of the application. */
    void note(BeanAttributes<?> bean) {
        if (bean.getQualifiers().contains(Default.Literal.INSTANCE)) {
            DEFAULTS.keySet().stream().filter(bean.getTypes()::contains).forEach(this::notePresent);
        }
    }

    /** Notes that the application brings a bean of its own of one of these types. */
    void notePresent(Class<?> type) {
        present.add(type);
    }

    /** Notes a bean that is enabled. */
    void noteEnabled(Bean<?> bean) {
        enabled.add(bean);
    }

    /** Forgets them, when all that is to be found has been. */
    void forgetEnabled() {
        enabled.clear();
    }

    /**
     * The beans of a class. Where this library is in an archive from which it sees none, they are any that there are: what
     * it guards is the whole application.
     */
    Set<Bean<?>> all(Class<?> type, Annotation qualifier, BeanContainer container) {
        Set<Bean<?>> seen = container.getBeans(type, qualifier);
        return !seen.isEmpty()
                ? seen
                : enabled.stream()
                        .filter(bean -> bean.getTypes().contains(type)
                                && bean.getQualifiers().contains(qualifier))
                        .collect(Collectors.toSet());
    }

    /** Whether the application brings a registry. */
    boolean hasOwnRegistry() {
        return present.contains(ResilienceRegistry.class);
    }

    /** Adds what the application does not bring. */
    void addDefaults(AfterBeanDiscovery event, Supplier<ResilienceRegistry> registry) {
        DEFAULTS.keySet().forEach(type -> {
            if (!present.contains(type)) {
                event.<Object>addBean()
                        .id(Beans.class.getName() + '/' + type.getName())
                        .types(type, Object.class)
                        .qualifiers(Any.Literal.INSTANCE, Default.Literal.INSTANCE)
                        .scope(ApplicationScoped.class)
                        .createWith(creation -> part(type, registry.get()));
            }
        });
    }

    /**
     * The application's bean of a type; empty where there is none, or several, or one that cannot be had, which is then
     * noted as a problem.
     */
    <T> Optional<T> find(Class<T> type, BeanContainer container, DeploymentProblems problems) {
        try {
            return theOne(all(type, Default.Literal.INSTANCE, container), type, container, problems);
        } catch (ConfigurationException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    /**
     * The application's bean of a type that belongs to another library; those of the server are not meant.
     *
     * @throws ConfigurationException when there are several, or one that cannot be had, or one of that type as another
     *     class loader has it
     */
    Optional<?> findConnection(Class<?> type, BeanContainer container, DeploymentProblems problems) {
        Set<Bean<?>> own = ServerBeans.without(all(type, Default.Literal.INSTANCE, container));
        Optional<?> found = theOne(own, type, container, problems);
        if (found.isEmpty()) {
            for (Bean<?> bean : container.getBeans(Object.class)) {
                refuseOtherLoader(bean, type, problems);
            }
        }
        return found;
    }

    private <T> Optional<T> theOne(
            Set<Bean<?>> beans, Class<T> type, BeanContainer container, DeploymentProblems problems) {
        try {
            @Nullable Bean<?> bean = container.resolve(beans);
            return bean == null ? Optional.empty() : Optional.of(type.cast(had(bean, type, container, problems)));
        } catch (AmbiguousResolutionException e) {
            String found = beans.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
            throw problems.exception(
                    ProblemKind.SEVERAL_BEANS, type.getName(), "is the type of several beans: " + found);
        }
    }

    /** The bean's instance, which a part of the library cannot do without. */
    private Object had(Bean<?> bean, Class<?> type, BeanContainer container, DeploymentProblems problems) {
        String place = type.getName();
        try {
            @Nullable Object instance = instance(bean, type, container);
            if (instance != null) {
                return instance;
            }
        } catch (RuntimeException e) {
            throw problems.exception(
                    ProblemKind.UNUSABLE_BEAN, place, "is the type of " + bean + ", which cannot be had: " + e, e);
        }
        throw problems.exception(ProblemKind.UNUSABLE_BEAN, place, "is the type of " + bean + ", which is null");
    }

    /** Such a bean would be passed over, and the application would wonder why it is not used. */
    private static void refuseOtherLoader(Bean<?> bean, Class<?> wanted, DeploymentProblems problems) {
        for (Type type : bean.getTypes()) {
            if (type instanceof Class<?> other
                    && other != wanted
                    && other.getName().equals(wanted.getName())
                    && !ServerBeans.isServers(bean)) {
                throw problems.exception(
                        ProblemKind.OTHER_LOADER,
                        wanted.getName(),
                        "is the type of " + bean + " as loaded by " + other.getClassLoader()
                                + ", and not as this library has it, by " + wanted.getClassLoader());
            }
        }
    }

    /** Ends the beans that were made for this library alone. */
    void release() {
        dependents.forEach(CreationalContext::release);
        dependents.clear();
    }

    private <X> @Nullable Object instance(Bean<X> bean, Class<?> type, BeanContainer container) {
        CreationalContext<X> creation = container.createCreationalContext(bean);
        if (bean.getScope() == Dependent.class) {
            dependents.add(creation);
            return container.getReference(bean, type, creation);
        }
        // Not a proxy, which while the application stops would make a new one of what has been destroyed already.
        return container.getContext(bean.getScope()).get(bean, creation);
    }
}
