package dev.firefly.resilience.tck.cdi;

import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.cdi.GuardInterceptor;
import dev.firefly.resilience.cdi.LiteExtension;
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
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;

/**
 * The build compatible extension under a name that Weld runs: it skips every class that stands back behind a portable
 * extension, whether that one is there or not. {@link LiteExtensionTest} sees to it that both say the same.
 */
public class LiteOnWeld implements BuildCompatibleExtension {
    private final LiteExtension extension = new LiteExtension();

    @Discovery
    public void register(MetaAnnotations annotations, ScannedClasses classes) {
        extension.register(annotations, classes);
    }

    @Enhancement(types = GuardInterceptor.class)
    public void enable(ClassConfig interceptor) {
        extension.enable(interceptor);
    }

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
        extension.checkMethods(type);
    }

    @Registration(types = Object.class)
    public void noteBean(BeanInfo bean) {
        extension.noteBean(bean);
    }

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
        extension.noteObserver(observer);
    }

    @Synthesis
    public void addBeans(SyntheticComponents components) {
        extension.addBeans(components);
    }
}
