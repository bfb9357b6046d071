package dev.firefly.resilience.cdi;

import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.function.Function;

/**
 * What annotations stand for that carry others: interceptor bindings and stereotypes. As thread-safe as the container.
 *
 * @param ofBinding what a binding carries; nothing for any other annotation
 * @param ofStereotype what a stereotype carries; nothing for any other annotation
 */
record Definitions(
        Function<Class<? extends Annotation>, Set<Annotation>> ofBinding,
        Function<Class<? extends Annotation>, Set<Annotation>> ofStereotype) {

    /** As the container knows them, with what extensions did to them. */
    static Definitions of(BeanManager manager) {
        return new Definitions(
                type -> manager.isInterceptorBinding(type) ? manager.getInterceptorBindingDefinition(type) : Set.of(),
                type -> manager.isStereotype(type) ? manager.getStereotypeDefinition(type) : Set.of());
    }

    /** As the class files say, for a container that does not tell more than what is a binding or a stereotype. */
    static Definitions reflected(BeanContainer container) {
        return new Definitions(
                type -> container.isInterceptorBinding(type) ? Set.of(type.getAnnotations()) : Set.of(),
                type -> container.isStereotype(type) ? Set.of(type.getAnnotations()) : Set.of());
    }
}
