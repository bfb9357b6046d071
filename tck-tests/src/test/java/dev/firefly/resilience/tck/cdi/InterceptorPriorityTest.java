package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.Retry;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class InterceptorPriorityTest {
    @Parameter
    Container container;

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface Transaction {}

    @Transaction
    @Interceptor
    @Priority(Interceptor.Priority.PLATFORM_BEFORE + 200)
    static class TransactionInterceptor {
        static final AtomicInteger BEGUN = new AtomicInteger();

        @AroundInvoke
        Object run(InvocationContext context) throws Exception {
            BEGUN.incrementAndGet();
            return context.proceed();
        }
    }

    @ApplicationScoped
    static class Transactional {
        int calls;

        @Transaction
        @Retry(maxAttempts = 3)
        void call() throws IOException {
            calls++;
            throw new IOException("down");
        }
    }

    @Test
    void eachAttemptIsATransactionOfItsOwn() {
        TransactionInterceptor.BEGUN.set(0);
        try (Application app = container.start(Transactional.class, TransactionInterceptor.class)) {
            assertThatThrownBy(app.get(Transactional.class)::call).isInstanceOf(IOException.class);
            assertThat(TransactionInterceptor.BEGUN).hasValue(3);
        }
    }

    @Test
    void theInterceptorsPriorityIsConfigurable() {
        TransactionInterceptor.BEGUN.set(0);
        try (Application app = container
                .of(Transactional.class, TransactionInterceptor.class)
                .set("interceptor.priority", "250")
                .start()) {
            assertThatThrownBy(app.get(Transactional.class)::call).isInstanceOf(IOException.class);
            assertThat(TransactionInterceptor.BEGUN).hasValue(1);
            assertThat(Real.of(app.get(Transactional.class)).calls).isEqualTo(3);
        }
    }
}
