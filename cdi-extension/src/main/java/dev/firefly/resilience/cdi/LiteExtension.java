package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.CircuitTransition;
import dev.firefly.resilience.event.DeadlineExceeded;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.LateResultIgnored;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.event.RetryExhausted;
import dev.firefly.resilience.event.StoreDegraded;
import dev.firefly.resilience.event.StoreEvent;
import dev.firefly.resilience.event.StoreRecovered;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.build.compatible.spi.ObserverInfo;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;

/**
 * Does for a container of CDI Lite what {@link ResilienceExtension} does for a full one, as far as it can be done before
 * the application runs: registers the annotations and the interceptor, and notes what there is. {@link LiteRuntime} takes
 * it from there when the application starts.
 */
@SkipIfPortableExtensionPresent(ResilienceExtension.class)
public class LiteExtension implements BuildCompatibleExtension {
    private final LiteModel model = new LiteModel();

    /** Registers what the container does not know yet. */
    @Discovery
    public void register(MetaAnnotations annotations, ScannedClasses classes) {
        GuardAnnotations.register(annotations);
        InjectedInstances.register(annotations);
        classes.add(GuardInterceptor.class.getName());
        classes.add(LiteRuntime.class.getName());
    }

    /** Enables the interceptor. What is wrong with the configuration is told when the application starts. */
    @Enhancement(types = GuardInterceptor.class)
    public void enable(ClassConfig interceptor) {
        interceptor.addAnnotation(PriorityLiteral.of(MicroProfileSettings.current(new DeploymentProblems())));
    }

    /** Notes what has annotations of ours, and takes them off methods that would stop the container. */
    @Enhancement(
            types = Object.class,
            withSubtypes = true,
            withAnnotations = {
                Retry.class,
                CircuitBreaker.class,
                RateLimiter.class,
                Bulkhead.class,
                TimeLimiter.class,
                Fallback.class
            })
    public void checkMethods(ClassConfig type) {
        GuardAnnotations.takeOffUnreachable(type);
        model.noteAnnotated(type.info());
    }

    /** Notes a bean. */
    @Registration(types = Object.class)
    public void noteBean(BeanInfo bean) {
        model.note(bean);
    }

    /** Notes who observes events of ours; a container may look for exactly these types, so that all are listed. */
    @Registration(
            types = {
                Object.class,
                ResilienceEvent.class,
                CallRejected.class,
                CircuitTransition.class,
                CircuitClosed.class,
                CircuitHalfOpened.class,
                CircuitOpened.class,
                DeadlineExceeded.class,
                FallbackExecuted.class,
                LateResultIgnored.class,
                RetryAttempted.class,
                RetryExhausted.class,
                StoreEvent.class,
                StoreDegraded.class,
                StoreRecovered.class
            })
    public void noteObserver(ObserverInfo observer) {
        model.note(observer);
    }

    /** Adds the beans that the library brings. */
    @Synthesis
    public void addBeans(SyntheticComponents components) {
        LiteBeans.add(components, model);
    }
}
