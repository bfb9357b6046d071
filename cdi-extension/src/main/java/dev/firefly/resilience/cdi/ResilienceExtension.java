package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.config.Settings;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessBeanAttributes;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.enterprise.inject.spi.ProcessSyntheticBean;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.inject.Singleton;
import java.util.Set;

/**
 * Makes the annotations of the api work in one application of a full container: registers them and the interceptor, reads
 * the beans, starts the guards when the deployment has been validated, and ends them when the container stops.
 */
public class ResilienceExtension implements Extension {
    private final Guarding guarding = new Guarding();
    private Settings settings = Settings.none();

    void register(@Observes BeforeBeanDiscovery event) {
        settings = MicroProfileSettings.current(guarding.problems());
        GuardAnnotations.register(event);
        InjectedInstances.register(event);
        event.addAnnotatedType(GuardInterceptor.class, GuardInterceptor.class.getName())
                .add(PriorityLiteral.of(settings));
    }

    <X> void checkMethods(
            @Observes
                    @WithAnnotations({
                        Retry.class,
                        CircuitBreaker.class,
                        RateLimiter.class,
                        Bulkhead.class,
                        TimeLimiter.class,
                        Fallback.class
                    })
                    ProcessAnnotatedType<X> event) {
        GuardedBean type = GuardedBean.of(event.getAnnotatedType(), Set.of());
        GuardAnnotations.noteUnreachable(type.methods(), guarding.problems());
        GuardAnnotations.takeOffUnreachable(event);
        guarding.noteAnnotated(type.beanClass());
    }

    void noteAttributes(@Observes ProcessBeanAttributes<?> event) {
        guarding.beans().note(event.getBeanAttributes());
    }

    void noteEnabled(@Observes ProcessBean<?> event) {
        guarding.beans().noteEnabled(event.getBean());
    }

    /** The event for a session bean is one of these too, and its annotated type is that of the bean class. */
    void noteBean(@Observes ProcessManagedBean<?> event) {
        guarding.note(
                GuardedBean.of(event.getAnnotatedBeanClass(), event.getBean().getStereotypes()));
    }

    void noteSynthetic(@Observes ProcessSyntheticBean<?> event) {
        guarding.noteSynthetic(event.getBean().getTypes());
    }

    void noteInjectionPoint(@Observes ProcessInjectionPoint<?, ?> event) {
        guarding.instances().note(event.getInjectionPoint());
    }

    void noteObserver(@Observes ProcessObserverMethod<?, ?> event) {
        guarding.events().note(event.getObserverMethod());
    }

    void addBeans(@Observes AfterBeanDiscovery event) {
        event.<Plans>addBean()
                .id(Plans.class.getName())
                .types(Plans.class)
                .scope(Singleton.class)
                .createWith(creation -> guarding.plans());
        guarding.beans().addDefaults(event, guarding::registry);
        guarding.instances().addBeans(event, guarding::registry);
    }

    void start(@Observes AfterDeploymentValidation event, BeanManager manager) {
        guarding.start(manager, Definitions.of(manager), settings).ifPresent(event::addDeploymentProblem);
    }

    /** While the application's own beans, such as its store, are there still: they end before the container does. */
    void stopWithApplication(@Observes @Priority(Integer.MAX_VALUE) Shutdown event) {
        guarding.close();
    }

    /** Also where an application stops that never quite started. */
    void stop(@Observes BeforeShutdown event) {
        guarding.close();
    }
}
