package dev.firefly.resilience.cdi;

import jakarta.enterprise.inject.Intercepted;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the plan of a method. There is one of these for each bean instance, serializable because beans of a
 * passivating scope take their interceptors along. Its priority is set by the extension.
 */
@Interceptor
@Guarded
public class GuardInterceptor implements Serializable {
    private static final long serialVersionUID = 2L;

    private final @Nullable Class<?> beanClass;
    private transient Plans.@Nullable Lookup plans;

    /** @param bean the bean that is intercepted; null where the container intercepts something that is no bean */
    @Inject
    GuardInterceptor(@Intercepted @Nullable Bean<?> bean, Plans plans) {
        this.beanClass = bean == null ? null : bean.getBeanClass();
        this.plans = plans.of(beanClass);
    }

    @AroundInvoke
    @Nullable
    Object guard(InvocationContext context) throws Exception {
        MethodPlan plan = plans().find(context.getMethod(), context.getTarget());
        return plan == null ? context.proceed() : plan.invoke(context);
    }

    private Plans.Lookup plans() {
        Plans.Lookup known = plans;
        if (known == null) {
            // Only after activation: the plans did not go along into passivation.
            known = CDI.current().select(Plans.class).get().of(beanClass);
            plans = known;
        }
        return known;
    }
}
