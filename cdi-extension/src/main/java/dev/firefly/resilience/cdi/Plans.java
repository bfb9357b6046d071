package dev.firefly.resilience.cdi;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The plans of one application, by bean class and method. Thread-safe. */
final class Plans {
    private final Map<Class<?>, Map<Method, MethodPlan>> byClass = new ConcurrentHashMap<>();
    private final Map<Method, MethodPlan> ofAll = new ConcurrentHashMap<>();

    void put(GuardedMethod method, MethodPlan plan) {
        of(method.beanClass()).put(method.method(), plan);
        ofAll.putIfAbsent(method.method(), plan);
    }

    /**
     * The plans for a bean class, which one looks up once for each bean instance. They may still be put in later.
     *
     * @param beanClass null where it is not known
     */
    Map<Method, MethodPlan> of(@Nullable Class<?> beanClass) {
        return beanClass == null ? ofAll : byClass.computeIfAbsent(beanClass, ignored -> new ConcurrentHashMap<>());
    }
}
