package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.config.Settings;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBeanAttributes;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.interceptor.Interceptor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes the annotations of the api work in one application: registers them and the interceptor, reads the beans, starts
 * the registry when the deployment has been validated, and closes it when the container stops.
 */
public class ResilienceExtension implements Extension {
    /** Inside of request context activation, outside of transactions: each attempt is a transaction of its own. */
    static final int DEFAULT_PRIORITY = Interceptor.Priority.PLATFORM_BEFORE + 150;

    private final DeploymentProblems problems = new DeploymentProblems();
    private final Beans beans = new Beans();
    private final CdiEvents events = new CdiEvents();
    private final Plans plans = new Plans();
    private final List<GuardedBean> guardedBeans = new ArrayList<>();

    private Settings settings = Settings.none();
    private volatile @Nullable ResilienceRegistry registry;

    void register(@Observes BeforeBeanDiscovery event) {
        settings = settings();
        GuardAnnotations.register(event);
        event.addAnnotatedType(GuardInterceptor.class, GuardInterceptor.class.getName())
                .add(new PriorityLiteral(priority()));
    }

    <X> void checkMethods(
            @Observes @WithAnnotations({Retry.class, CircuitBreaker.class, Fallback.class})
                    ProcessAnnotatedType<X> event) {
        GuardAnnotations.takeOffUnreachable(event, problems);
    }

    void noteAttributes(@Observes ProcessBeanAttributes<?> event) {
        beans.note(event.getBeanAttributes());
    }

    void noteBean(@Observes ProcessManagedBean<?> event) {
        guardedBeans.add(GuardedBean.of(event.getAnnotatedBeanClass(), event.getBean()));
    }

    void noteObserver(@Observes ProcessObserverMethod<?, ?> event) {
        events.note(event.getObserverMethod());
    }

    void addBeans(@Observes AfterBeanDiscovery event) {
        beans.addDefaults(
                event, () -> Objects.requireNonNull(registry, "The registry starts when the deployment is validated"));
    }

    void start(@Observes AfterDeploymentValidation event, BeanManager manager) {
        GuardedMethods reader = new GuardedMethods(new AnnotationFinder(manager, problems), problems);
        List<GuardedMethod> methods =
                guardedBeans.stream().flatMap(bean -> reader.of(bean).stream()).toList();
        guardedBeans.clear();
        Optional<ResilienceRegistry> started = new Deployment(manager, beans, problems).run(methods, settings, plans);
        registry = started.orElse(null);
        if (problems.isEmpty()) {
            started.ifPresent(running -> events.connect(running.events(), manager));
        } else {
            event.addDeploymentProblem(problems.exception());
            close();
        }
    }

    void stop(@Observes BeforeShutdown event) {
        close();
    }

    /** The plans for the methods of a bean class; filled when the deployment has been validated. */
    Map<Method, MethodPlan> plans(@Nullable Class<?> beanClass) {
        return plans.of(beanClass);
    }

    private void close() {
        events.disconnect();
        // The application's own registry is the application's to close.
        ResilienceRegistry running = registry;
        if (running != null && !beans.hasOwnRegistry()) {
            running.close();
        }
        beans.release();
    }

    private Settings settings() {
        try {
            return new MicroProfileSettings(ConfigProvider.getConfig());
        } catch (IllegalStateException | LinkageError e) {
            problems.add(ProblemKind.NO_CONFIG, "MicroProfile Config", "cannot be used: " + e);
            return Settings.none();
        }
    }

    /** A text that is no number is reported when everything else is. */
    private int priority() {
        String text = settings.find(Settings.PREFIX + "interceptor.priority")
                .map(Settings.Setting::value)
                .orElse("");
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            return DEFAULT_PRIORITY;
        }
    }
}
