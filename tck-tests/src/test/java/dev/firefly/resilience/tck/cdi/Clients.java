package dev.firefly.resilience.tck.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InterceptionType;
import jakarta.enterprise.inject.spi.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes beans of interfaces as extensions for REST clients do: behind each is a proxy that runs the interceptors which the
 * container names for the bindings on the interface's methods, and then asks a remote side.
 *
 * @param remote answers the calls in the end
 * @param types the interfaces
 */
record Clients(Remote remote, List<Class<?>> types) implements Extension {
    /** The other side. */
    interface Remote {
        @Nullable
        Object call(Class<?> client, Method method) throws Exception;
    }

    void addBeans(@Observes AfterBeanDiscovery event, BeanManager manager) {
        for (Class<?> type : types) {
            event.<Object>addBean()
                    .beanClass(type)
                    .types(type, Object.class)
                    .qualifiers(Any.Literal.INSTANCE, Default.Literal.INSTANCE)
                    .scope(ApplicationScoped.class)
                    .createWith(creation -> proxy(type, manager));
        }
    }

    private Object proxy(Class<?> type, BeanManager manager) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> new Call(
                                self, method, arguments, type, interceptors(type, method, manager), manager)
                        .proceed());
    }

    private static List<Interceptor<?>> interceptors(Class<?> type, Method method, BeanManager manager) {
        Annotation[] bindings = Stream.of(type, method)
                .flatMap(element -> Stream.of(element.getAnnotations()))
                .filter(annotation -> manager.isInterceptorBinding(annotation.annotationType()))
                .toArray(Annotation[]::new);
        return bindings.length == 0 ? List.of() : manager.resolveInterceptors(InterceptionType.AROUND_INVOKE, bindings);
    }

    /** One call on its way through the interceptors. */
    private final class Call implements InvocationContext {
        private final Object target;
        private final Method method;
        private Object @Nullable [] arguments;
        private final Class<?> type;
        private final List<Interceptor<?>> interceptors;
        private final BeanManager manager;
        private final Map<String, Object> data = new HashMap<>();

        private Call(
                Object target,
                Method method,
                Object @Nullable [] arguments,
                Class<?> type,
                List<Interceptor<?>> interceptors,
                BeanManager manager) {
            this.target = target;
            this.method = method;
            this.arguments = arguments;
            this.type = type;
            this.interceptors = interceptors;
            this.manager = manager;
        }

        @Override
        public @Nullable Object proceed() throws Exception {
            if (interceptors.isEmpty()) {
                return remote.call(type, method);
            }
            Call next =
                    new Call(target, method, arguments, type, interceptors.subList(1, interceptors.size()), manager);
            return intercept(interceptors.get(0), next);
        }

        private <T> Object intercept(Interceptor<T> interceptor, Call next) throws Exception {
            CreationalContext<T> creation = manager.createCreationalContext(null);
            return interceptor.intercept(InterceptionType.AROUND_INVOKE, reference(interceptor, creation), next);
        }

        @SuppressWarnings("unchecked") // a reference to a bean is of the bean's class
        private <T> T reference(Interceptor<T> interceptor, CreationalContext<T> creation) {
            return (T) manager.getReference(interceptor, interceptor.getBeanClass(), creation);
        }

        @Override
        public Object getTarget() {
            return target;
        }

        @Override
        public @Nullable Object getTimer() {
            return null;
        }

        @Override
        public Method getMethod() {
            return method;
        }

        @Override
        public @Nullable Constructor<?> getConstructor() {
            return null;
        }

        @Override
        public Object[] getParameters() {
            return arguments == null ? new Object[0] : arguments;
        }

        @Override
        public void setParameters(Object[] changed) {
            arguments = changed;
        }

        @Override
        public Map<String, Object> getContextData() {
            return data;
        }
    }
}
