package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotNull;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Guards beside interceptors that stand close to the method: Bean Validation and caches. */
class LibraryInterceptorsOrderTest {
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface Validated {}

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface Cached {}

    /** Looks at arguments where Hibernate Validator does. */
    @Validated
    @Interceptor
    @Priority(Interceptor.Priority.PLATFORM_AFTER + 800)
    static class Validation {
        static int checks;

        @AroundInvoke
        Object check(InvocationContext context) throws Exception {
            checks++;
            if (Arrays.stream(context.getParameters()).anyMatch(Objects::isNull)) {
                throw new ConstraintViolationException("must not be null", Set.of());
            }
            return context.proceed();
        }
    }

    /** Remembers one result for ever. */
    @Cached
    @Interceptor
    @Priority(Interceptor.Priority.PLATFORM_AFTER)
    static class Cache {
        static Object known;

        @AroundInvoke
        Object remember(InvocationContext context) throws Exception {
            if (known == null) {
                known = context.proceed();
            }
            return known;
        }
    }

    @ApplicationScoped
    static class Parcels {
        int runs;

        @Validated
        @Retry(value = "parcels", maxAttempts = 3)
        @CircuitBreaker(value = "parcels", failureThreshold = 3)
        String find(@NotNull String number) {
            runs++;
            return number;
        }

        @Cached
        @CircuitBreaker(value = "rates", failureThreshold = 3)
        String rate() {
            runs++;
            return "1.1";
        }
    }

    private static Application.Builder parcels() {
        Validation.checks = 0;
        Cache.known = null;
        return Application.of(Parcels.class, Validation.class, Cache.class);
    }

    @Test
    void aViolationIsAFailureLikeAnyOther() {
        try (Application app = parcels().start()) {
            assertThatThrownBy(() -> app.get(Parcels.class).find(null))
                    .isInstanceOf(ConstraintViolationException.class);

            assertThat(Validation.checks).isEqualTo(3);
            assertThat(Real.of(app.get(Parcels.class)).runs).isZero();
            assertThat(app.get(CircuitBreakers.class).isOpen("parcels")).isTrue();
        }
    }

    @Test
    void violationsCanBeTakenOutForAllInstances() {
        try (Application app = parcels()
                .set("retry.default.abort-on", ConstraintViolationException.class.getName())
                .set("circuit-breaker.default.ignore-on", ConstraintViolationException.class.getName())
                .start()) {
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> app.get(Parcels.class).find(null))
                        .isInstanceOf(ConstraintViolationException.class);
            }
            assertThat(Validation.checks).isEqualTo(5);
            assertThat(app.get(CircuitBreakers.class).isClosed("parcels")).isTrue();
        }
    }

    @Test
    void withAPriorityAboveThatOfValidationGuardsDoNotSeeViolations() {
        try (Application app = parcels().set("interceptor.priority", "4801").start()) {
            assertThatThrownBy(() -> app.get(Parcels.class).find(null))
                    .isInstanceOf(ConstraintViolationException.class);

            assertThat(Validation.checks).isEqualTo(1);
            assertThat(app.get(CircuitBreakers.class).isClosed("parcels")).isTrue();
            assertThat(app.get(Parcels.class).find("1")).isEqualTo("1");
        }
    }

    @Test
    void guardsStandAroundACacheAndRejectEvenWhatItKnows() {
        try (Application app = parcels().start()) {
            Parcels parcels = app.get(Parcels.class);
            assertThat(parcels.rate()).isEqualTo("1.1");
            assertThat(parcels.rate()).isEqualTo("1.1");
            assertThat(Real.of(parcels).runs).isEqualTo(1);

            app.get(CircuitBreakers.class).open("rates", Duration.ofHours(1));
            assertThatThrownBy(parcels::rate).isInstanceOf(CircuitBreakerOpenException.class);
        }
    }

    @Test
    void withAPriorityAboveThatOfACacheWhatItKnowsMakesNoGuardedCall() {
        try (Application app = parcels().set("interceptor.priority", "4001").start()) {
            Parcels parcels = app.get(Parcels.class);
            assertThat(parcels.rate()).isEqualTo("1.1");

            app.get(CircuitBreakers.class).open("rates", Duration.ofHours(1));
            assertThat(parcels.rate()).isEqualTo("1.1");
            assertThat(Real.of(parcels).runs).isEqualTo(1);

            Cache.known = null;
            assertThatThrownBy(parcels::rate).isInstanceOf(CircuitBreakerOpenException.class);
        }
    }
}
