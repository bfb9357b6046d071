package dev.firefly.resilience.cdi;

import jakarta.enterprise.inject.spi.AnnotatedMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A method with its annotations, which need not be those in the class file. Immutable.
 *
 * @param method the method
 * @param annotations what counts as its annotations
 */
record BeanMethod(Method method, Set<Annotation> annotations) {
    /** By name, for not every container has all of them. */
    private static final Set<String> CALLED_BY_CONTAINER = Set.of(
            "jakarta.inject.Inject",
            "jakarta.annotation.PostConstruct",
            "jakarta.annotation.PreDestroy",
            "jakarta.interceptor.AroundInvoke",
            "jakarta.interceptor.AroundConstruct",
            "jakarta.interceptor.AroundTimeout",
            "jakarta.ejb.PostActivate",
            "jakarta.ejb.PrePassivate",
            "jakarta.ejb.Timeout");

    BeanMethod {
        annotations = Set.copyOf(annotations);
    }

    static BeanMethod of(AnnotatedMethod<?> method) {
        return new BeanMethod(method.getJavaMember(), method.getAnnotations());
    }

    static BeanMethod of(Method method) {
        return new BeanMethod(method, Set.of(method.getAnnotations()));
    }

    /** Whether an interceptor can see calls of it, as far as it depends on more than {@link #isUnreachable}. */
    boolean isBusinessMethod() {
        int modifiers = method.getModifiers();
        return !Modifier.isPrivate(modifiers)
                && !Modifier.isStatic(modifiers)
                && !method.isSynthetic()
                && method.getDeclaringClass() != Object.class;
    }

    /** Whether no interceptor can see calls of it, so that annotations on it are a mistake. */
    boolean isUnreachable() {
        return isUnreachable(method.getModifiers());
    }

    static boolean isUnreachable(int modifiers) {
        return Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers);
    }

    /** Whether the container alone calls it, so that an annotation of the class does not mean it. */
    boolean isCalledByContainer() {
        return annotations.stream()
                .map(annotation -> annotation.annotationType().getName())
                .anyMatch(CALLED_BY_CONTAINER::contains);
    }

    /**
     * Equal for methods of which one overrides the other.
     *
     * @param view what the class that has both puts for type parameters
     */
    List<Object> signature(Generics view) {
        // Elsewhere a parameter's generics do not matter, and could mention classes that are not there.
        List<Class<?>> parameters =
                isOfGenericClass() ? view.parameters(method) : Arrays.asList(method.getParameterTypes());
        return List.of(method.getName(), parameters);
    }

    /** Whether its parameters may be type parameters of its class. */
    boolean isOfGenericClass() {
        return method.getDeclaringClass().getTypeParameters().length > 0;
    }

    /** The one of two methods with this signature that is declared further down. */
    BeanMethod orNearer(BeanMethod other) {
        return method.getDeclaringClass().isAssignableFrom(other.method.getDeclaringClass()) ? other : this;
    }
}
