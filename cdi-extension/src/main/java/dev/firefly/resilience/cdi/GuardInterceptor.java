package dev.firefly.resilience.cdi;

import jakarta.enterprise.inject.Intercepted;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the plan of a method. There is one of these for each bean instance, serializable because beans of a
 * passivating scope take their interceptors along. Its priority is set by the extension.
 */
@Interceptor
@Guarded
public class GuardInterceptor implements Serializable {
    private static final long serialVersionUID = 1L;

    private final @Nullable Class<?> beanClass;
    private transient @Nullable Map<Method, MethodPlan> plans;

    /** @param bean the bean that is intercepted; null where the container intercepts something that is no bean */
    @Inject
    GuardInterceptor(@Intercepted @Nullable Bean<?> bean, ResilienceExtension extension) {
        beanClass = bean == null ? null : bean.getBeanClass();
        plans = extension.plans(beanClass);
    }

    @AroundInvoke
    @Nullable
    Object guard(InvocationContext context) throws Exception {
        MethodPlan plan = plans().get(context.getMethod());
        return plan == null ? context.proceed() : plan.invoke(context);
    }

    private Map<Method, MethodPlan> plans() {
        Map<Method, MethodPlan> known = plans;
        if (known == null) {
            // Only after activation: the plans did not go along into passivation.
            known = CDI.current().select(ResilienceExtension.class).get().plans(beanClass);
            plans = known;
        }
        return known;
    }
}
