package dev.firefly.resilience.cdi;

import dev.firefly.resilience.annotation.FallbackContext;
import dev.firefly.resilience.annotation.FallbackHandler;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A replacement that a bean makes.
 *
 * @param container looks the bean up
 * @param bean the bean
 * @param type its type, a class that is a handler
 */
record FallbackBean(BeanContainer container, Bean<?> bean, Class<?> type) implements Substitute {
    /** The replacement; empty when the handler cannot be used, which is then noted as a problem. */
    static Optional<Substitute> resolve(
            GuardedMethod guarded,
            Class<?> handler,
            Beans noted,
            BeanContainer container,
            DeploymentProblems problems) {
        String complaint = "has a @Fallback whose handler " + handler.getName();
        if (!resultFits(guarded, handler)) {
            problems.add(
                    ProblemKind.FALLBACK_HANDLER,
                    guarded.name(),
                    complaint + " makes a "
                            + made(handler).map(Type::getTypeName).orElse("") + ", which is no "
                            + wanted(guarded).getName() + typed(guarded));
            return Optional.empty();
        }
        Set<Bean<?>> beans = beans(handler, noted, container);
        try {
            @Nullable Bean<?> bean = container.resolve(beans);
            if (bean != null) {
                return Optional.of(new FallbackBean(container, bean, handler));
            }
            problems.add(ProblemKind.FALLBACK_HANDLER, guarded.name(), complaint + " is no bean");
        } catch (AmbiguousResolutionException e) {
            String found = beans.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
            problems.add(
                    ProblemKind.FALLBACK_HANDLER, guarded.name(), complaint + " stands for several beans: " + found);
        }
        return Optional.empty();
    }

    /** The annotation names a class: its own bean is meant before those of subclasses, whatever their qualifiers. */
    private static Set<Bean<?>> beans(Class<?> handler, Beans noted, BeanContainer container) {
        Set<Bean<?>> all = noted.all(handler, Any.Literal.INSTANCE, container);
        Set<Bean<?>> exact =
                all.stream().filter(bean -> bean.getBeanClass() == handler).collect(Collectors.toSet());
        return exact.isEmpty() ? all : exact;
    }

    private static boolean resultFits(GuardedMethod guarded, Class<?> handler) {
        Class<?> wanted = wanted(guarded);
        // Nobody sees the result of a method without one.
        if (wanted == Void.class) {
            return true;
        }
        Type result = guarded.method().getGenericReturnType();
        Generics view = new Generics(guarded.beanClass());
        return made(handler)
                .map(made -> wanted.isAssignableFrom(Generics.raw(made)) && view.mayBeMeant(result, made))
                .orElse(true);
    }

    private static String typed(GuardedMethod guarded) {
        return guarded.method().getGenericReturnType() instanceof ParameterizedType type
                ? " as in " + type.getTypeName()
                : "";
    }

    private static Class<?> wanted(GuardedMethod guarded) {
        return guarded.isAsynchronous()
                ? CompletionStage.class
                : new Generics(guarded.beanClass()).result(guarded.method());
    }

    private static Optional<Type> made(Class<?> handler) {
        return new Generics(handler).argument(FallbackHandler.class.getTypeParameters()[0]);
    }

    @Override
    public Set<Class<? extends Throwable>> accepted() {
        return Set.of(Throwable.class);
    }

    @Override
    public @Nullable Object make(InvocationContext context, Throwable failure) throws Exception {
        FallbackContext call = new FallbackContext(
                context.getMethod(), Arrays.<@Nullable Object>asList(context.getParameters()), failure);
        CreationalContext<?> creation = container.createCreationalContext(bean);
        boolean handedOver = false;
        try {
            FallbackHandler<?> handler = (FallbackHandler<?>) container.getReference(bean, type, creation);
            @Nullable Object made = handler.handle(call);
            if (made instanceof CompletionStage<?> stage) {
                stage.whenComplete((value, broken) -> release(creation));
                handedOver = true;
            }
            return made;
        } finally {
            if (!handedOver) {
                release(creation);
            }
        }
    }

    private void release(CreationalContext<?> creation) {
        // Beans of other scopes belong to their context.
        if (bean.getScope() == Dependent.class) {
            creation.release();
        }
    }
}
