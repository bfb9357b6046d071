package dev.firefly.resilience.cdi;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.inject.Inject;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A bean that may have guarded methods.
 *
 * @param type its class, as extensions left it
 * @param stereotypes its stereotypes
 */
record GuardedBean(AnnotatedType<?> type, Set<Class<? extends Annotation>> stereotypes) {
    private static final List<Class<? extends Annotation>> CALLED_BY_CONTAINER =
            List.of(Inject.class, PostConstruct.class, PreDestroy.class);

    GuardedBean {
        stereotypes = Set.copyOf(stereotypes);
    }

    static GuardedBean of(AnnotatedType<?> type, Bean<?> bean) {
        return new GuardedBean(type, bean.getStereotypes());
    }

    Class<?> beanClass() {
        return type.getJavaClass();
    }

    /** The methods an interceptor can see; of those that override each other only the nearest. */
    Collection<AnnotatedMethod<?>> businessMethods() {
        Map<List<Object>, AnnotatedMethod<?>> nearest = new LinkedHashMap<>();
        for (AnnotatedMethod<?> method : type.getMethods()) {
            if (isBusinessMethod(method.getJavaMember())) {
                nearest.merge(signature(method.getJavaMember()), method, GuardedBean::nearer);
            }
        }
        return nearest.values();
    }

    /** Whether the container alone calls it, so that an annotation of the class does not mean it. */
    static boolean isCalledByContainer(AnnotatedMethod<?> method) {
        return CALLED_BY_CONTAINER.stream().anyMatch(method::isAnnotationPresent);
    }

    private static boolean isBusinessMethod(Method method) {
        int modifiers = method.getModifiers();
        return !Modifier.isPrivate(modifiers)
                && !Modifier.isStatic(modifiers)
                && !method.isSynthetic()
                && method.getDeclaringClass() != Object.class;
    }

    private static List<Object> signature(Method method) {
        return List.of(method.getName(), Arrays.asList(method.getParameterTypes()));
    }

    private static AnnotatedMethod<?> nearer(AnnotatedMethod<?> one, AnnotatedMethod<?> other) {
        Class<?> first = one.getJavaMember().getDeclaringClass();
        return first.isAssignableFrom(other.getJavaMember().getDeclaringClass()) ? other : one;
    }
}
