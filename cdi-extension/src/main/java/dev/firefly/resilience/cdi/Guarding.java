package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.Settings;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The guards of one application, from what was found in it to the registry and the plans; whichever kind of extension
 * found it. Confined to the thread that deploys or stops, apart from {@link #registry()} and the plans.
 */
final class Guarding {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");

    private final DeploymentProblems problems = new DeploymentProblems();
    private final DeploymentWarnings warnings = new DeploymentWarnings();
    private final Beans beans = new Beans();
    private final InjectedInstances instances = new InjectedInstances();
    private final CdiEvents events = new CdiEvents();
    private final Plans plans = new Plans();
    private final List<GuardedBean> guardedBeans = new ArrayList<>();
    private final Set<Class<?>> interfaces = new LinkedHashSet<>();
    private volatile @Nullable ResilienceRegistry registry;

    /** Gathers what is wrong until all is told. */
    DeploymentProblems problems() {
        return problems;
    }

    /** The application's own beans in the place of the library's. */
    Beans beans() {
        return beans;
    }

    /** The instances that are injected by name. */
    InjectedInstances instances() {
        return instances;
    }

    /** The events that are observed. */
    CdiEvents events() {
        return events;
    }

    /** The plans; filled when all has been found. */
    Plans plans() {
        return plans;
    }

    /** Notes a bean whose methods may be guarded. */
    void note(GuardedBean bean) {
        guardedBeans.add(bean);
    }

    /** Notes a class or an interface with annotations of ours, bean or not. */
    void noteAnnotated(Class<?> type) {
        if (!type.isInterface()) {
            warnings.noteAnnotated(type);
        }
    }

    /**
     * Notes the types of a bean that an extension made. Its interfaces may be guarded: extensions for REST clients make
     * such beans, which ask the container for the interceptors of an interface's methods by themselves.
     */
    void noteSynthetic(Collection<Type> types) {
        for (Type type : types) {
            Class<?> raw = Generics.raw(type);
            if (raw.isInterface()) {
                interfaces.add(raw);
            }
        }
    }

    /**
     * Starts the registry and makes the plans; whatever it ends with, nothing is left open but what is up.
     *
     * @param container with all its beans
     * @return everything that is wrong; empty when the guards are up
     */
    Optional<DeploymentException> start(BeanContainer container, Definitions definitions, Settings settings) {
        boolean up = false;
        try {
            Optional<DeploymentException> wrong = tryToStart(container, definitions, settings);
            up = wrong.isEmpty();
            return wrong;
        } finally {
            beans.forgetEnabled();
            if (!up) {
                close();
            }
        }
    }

    private Optional<DeploymentException> tryToStart(
            BeanContainer container, Definitions definitions, Settings settings) {
        List<Class<?>> beanClasses =
                guardedBeans.stream().<Class<?>>map(GuardedBean::beanClass).toList();
        warnings.warnOfNoBeans(beanClasses);
        interfaces.forEach(this::noteClient);
        GuardedMethods reader = new GuardedMethods(new AnnotationFinder(definitions, problems), problems);
        List<GuardedMethod> methods =
                guardedBeans.stream().flatMap(bean -> reader.of(bean).stream()).toList();
        warnings.warnOfInterfaces(beanClasses, methods, interfaces);
        guardedBeans.clear();
        interfaces.clear();
        Optional<ResilienceRegistry> started = new Deployment(container, beans, problems, warnings)
                .run(methods, instances.declarations(), settings, plans);
        registry = started.orElse(null);
        if (!problems.isEmpty() || started.isEmpty()) {
            return Optional.of(problems.exception());
        }
        started.ifPresent(running -> events.connect(running.events(), container));
        return Optional.empty();
    }

    private void noteClient(Class<?> type) {
        try {
            guardedBeans.add(GuardedBean.of(type, Set.of()));
        } catch (LinkageError e) {
            // It mentions classes that are not there, which nobody but us would have noticed.
            LOG.log(Level.DEBUG, type.getName() + " cannot be looked into, and is not guarded", e);
        }
    }

    /** The registry, when it has been started. */
    ResilienceRegistry registry() {
        return Objects.requireNonNull(registry, "The registry starts when the deployment is validated");
    }

    /** Ends what was started, if that has not been done before. */
    void close() {
        events.disconnect();
        // The application's own registry is the application's to close.
        ResilienceRegistry running = registry;
        try {
            if (running != null && !beans.hasOwnRegistry()) {
                running.close();
            }
        } finally {
            beans.release();
        }
    }
}
