package dev.firefly.resilience.cdi;

import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What may have guarded methods: the class of a bean, or the interface of a client. A snapshot of what its annotations
 * say, whoever knows them. Immutable.
 *
 * @param beanClass the class or the interface
 * @param annotations what counts as its annotations
 * @param methods all its methods, with inherited ones
 * @param stereotypes its stereotypes
 */
record GuardedBean(
        Class<?> beanClass,
        Set<Annotation> annotations,
        List<BeanMethod> methods,
        Set<Class<? extends Annotation>> stereotypes) {

    GuardedBean {
        annotations = Set.copyOf(annotations);
        methods = List.copyOf(methods);
        stereotypes = Set.copyOf(stereotypes);
    }

    /** The annotations are those that extensions left on it. */
    static GuardedBean of(AnnotatedType<?> type, Set<Class<? extends Annotation>> stereotypes) {
        List<BeanMethod> methods =
                type.getMethods().stream().map(BeanMethod::of).toList();
        return new GuardedBean(type.getJavaClass(), type.getAnnotations(), methods, stereotypes);
    }

    /** The annotations are those in the class file. */
    static GuardedBean of(Class<?> type, Set<Class<? extends Annotation>> stereotypes) {
        List<BeanMethod> methods = new ArrayList<>();
        for (Class<?> declaring : Hierarchy.of(type)) {
            for (Method method : declaring.getDeclaredMethods()) {
                // A class has its own answer to all methods of interfaces, apart from default methods.
                if (type.isInterface() || !declaring.isInterface() || method.isDefault()) {
                    methods.add(BeanMethod.of(method));
                }
            }
        }
        return new GuardedBean(type, Set.copyOf(Arrays.asList(type.getAnnotations())), methods, stereotypes);
    }

    /** The methods an interceptor can see; of those that override each other only the nearest. */
    Collection<BeanMethod> businessMethods() {
        boolean generic = methods.stream().anyMatch(BeanMethod::isOfGenericClass);
        Generics view = new Generics(generic ? beanClass : Object.class);
        Map<List<Object>, BeanMethod> nearest = new LinkedHashMap<>();
        for (BeanMethod method : methods) {
            if (method.isBusinessMethod()) {
                nearest.merge(method.signature(view), method, BeanMethod::orNearer);
            }
        }
        return nearest.values();
    }
}
