package dev.firefly.resilience.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The plans of one application. A bean, so that interceptors find it. Thread-safe. */
final class Plans {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");

    private final Map<Class<?>, Map<Method, MethodPlan>> byClass = new ConcurrentHashMap<>();
    private final Map<Method, List<Candidate>> byMethod = new ConcurrentHashMap<>();
    /** Of which that was said. */
    private final Set<Method> unguarded = ConcurrentHashMap.newKeySet();

    /** What a call without a plan has to wait for; null when all plans are there. */
    private volatile @Nullable Runnable completion;

    private record Candidate(Class<?> type, MethodPlan plan) {
        private boolean isNearer(@Nullable Candidate other) {
            return other == null || other.type.isAssignableFrom(type);
        }
    }

    /** Finds plans for the calls of one object. */
    interface Lookup {
        /**
         * The plan for a call; null where it is not guarded.
         *
         * @param method the method, as the container names it
         * @param target the object it is called on; null where the container does not say
         */
        @Nullable
        MethodPlan find(Method method, @Nullable Object target);
    }

    /** From now on calls without a plan wait before they go on without. */
    void awaitedBy(Runnable wait) {
        completion = wait;
    }

    /** Nothing is put in any more. */
    void complete() {
        completion = null;
    }

    void put(GuardedMethod method, MethodPlan plan) {
        plansOf(method.beanClass()).put(method.method(), plan);
        byMethod.computeIfAbsent(method.method(), ignored -> new CopyOnWriteArrayList<>())
                .add(new Candidate(method.beanClass(), plan));
    }

    /**
     * The plans for a bean, which an interceptor asks for once. They may still be put in later.
     *
     * @param beanClass null where something is intercepted that is no bean, such as the proxy of a client
     */
    Lookup of(@Nullable Class<?> beanClass) {
        if (beanClass == null) {
            Lookup known = awaiting(this::find);
            return (method, target) -> {
                MethodPlan plan = known.find(method, target);
                if (plan == null) {
                    warnOfNoBean(method, target);
                }
                return plan;
            };
        }
        Map<Method, MethodPlan> plans = plansOf(beanClass);
        return awaiting((method, target) -> plans.get(method));
    }

    /** Containers may intercept what they make themselves, though it was no bean when the plans were made. */
    private void warnOfNoBean(Method method, @Nullable Object target) {
        if (unguarded.add(method)) {
            Class<?> type = target == null ? method.getDeclaringClass() : target.getClass();
            LOG.log(
                    Level.WARNING,
                    GuardedMethod.name(type, method) + " has annotations of this library, but its class is no bean:"
                            + " nothing guards it. Give the class a scope, such as @RequestScoped, or add a beans.xml with"
                            + " bean-discovery-mode=\"all\" to its archive");
        }
    }

    private Lookup awaiting(Lookup plans) {
        return (method, target) -> {
            @Nullable MethodPlan known = plans.find(method, target);
            @Nullable Runnable wait = completion;
            if (known != null || wait == null) {
                return known;
            }
            wait.run();
            return plans.find(method, target);
        };
    }

    private Map<Method, MethodPlan> plansOf(Class<?> beanClass) {
        return byClass.computeIfAbsent(beanClass, ignored -> new ConcurrentHashMap<>());
    }

    /** An inherited method has a plan for each type that inherits it: the target tells which is meant. */
    private @Nullable MethodPlan find(Method method, @Nullable Object target) {
        List<Candidate> candidates = byMethod.getOrDefault(method, List.of());
        @Nullable Candidate nearest = null;
        for (Candidate candidate : candidates) {
            if (candidate.type.isInstance(target) && candidate.isNearer(nearest)) {
                nearest = candidate;
            }
        }
        if (nearest == null && !candidates.isEmpty()) {
            // Better guarded by a sibling's plan than not at all, where a container hands over some object of its own.
            nearest = candidates.get(0);
        }
        return nearest == null ? null : nearest.plan;
    }
}
