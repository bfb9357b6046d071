package dev.firefly.resilience.tck.cdi;

import static dev.firefly.resilience.tck.cdi.Failing.callsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.interceptor.InterceptorBinding;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class PrecedenceTest {
    @Parameter
    Container container;

    @ApplicationScoped
    @Retry(maxAttempts = 2)
    static class OnTheClass extends Failing {
        Object all() throws IOException {
            return fail();
        }

        @Retry(maxAttempts = 5)
        Object own() throws IOException {
            return fail();
        }

        // Not called by business code: the retry of the class does not mean it.
        @PostConstruct
        void begin() {}
    }

    @Test
    void theAnnotationOfTheMethodBeatsThatOfTheClass() {
        try (Application app = container.start(OnTheClass.class)) {
            OnTheClass bean = app.get(OnTheClass.class);

            assertThat(callsOf(bean, bean::all)).isEqualTo(2);
            assertThat(callsOf(bean, bean::own)).isEqualTo(5);
        }
    }

    @ApplicationScoped
    @Retry(maxAttempts = 2, retryOn = IOException.class)
    static class AsAWhole extends Failing {
        @Retry(abortOn = IllegalStateException.class)
        Object own() throws IOException {
            return fail();
        }
    }

    @Test
    void annotationsAreNotMixedAttributeByAttribute() {
        try (Application app = container.start(AsAWhole.class)) {
            AsAWhole bean = app.get(AsAWhole.class);

            assertThat(callsOf(bean, bean::own)).isEqualTo(3);
        }
    }

    @ApplicationScoped
    @CircuitBreaker(value = "class", failureThreshold = 1)
    static class Several extends Failing {
        @Retry(maxAttempts = 4)
        Object own() throws IOException {
            return fail();
        }
    }

    @Test
    void differentAnnotationsOfMethodAndClassWorkTogether() {
        try (Application app = container.start(Several.class)) {
            Several bean = app.get(Several.class);

            assertThatThrownBy(bean::own).isInstanceOf(CircuitBreakerOpenException.class);
            assertThat(Real.of(bean).calls).isEqualTo(1);
        }
    }

    @ApplicationScoped
    @Bulkhead(value = "class", maxConcurrent = 0)
    @RateLimiter(value = "class", maxTokens = 1, refillRate = 0.000_001)
    @TimeLimiter(value = "class", timeout = "1h")
    static class Limited {
        Duration all() {
            return Deadline.current().remaining();
        }

        @Bulkhead("method")
        @TimeLimiter(value = "method", timeout = "1m")
        Duration own() {
            return Deadline.current().remaining();
        }
    }

    @Test
    void limitersAndBulkheadsOfTheMethodBeatThoseOfTheClassEachForItself() {
        try (Application app = Application.of(Limited.class)
                .set("bulkhead.method.max-concurrent", "1")
                .start()) {
            Limited bean = app.get(Limited.class);

            assertThat(bean.own()).isLessThanOrEqualTo(Duration.ofMinutes(1));
            assertThatThrownBy(bean::own)
                    .isInstanceOfSatisfying(
                            RateLimitExceededException.class,
                            rejection -> assertThat(rejection.instance()).isEqualTo("class"));
            assertThatThrownBy(bean::all).isInstanceOf(RateLimitExceededException.class);
        }
    }

    @Test
    void limitersAndBulkheadsOfTheClassMeanTheMethodsThatHaveNone() {
        try (Application app = Application.of(Limited.class)
                .set("bulkhead.method.max-concurrent", "1")
                .start()) {
            assertThatThrownBy(app.get(Limited.class)::all)
                    .isInstanceOfSatisfying(
                            BulkheadFullException.class,
                            rejection -> assertThat(rejection.instance()).isEqualTo("class"));
        }
    }

    @Stereotype
    @ApplicationScoped
    @Retry(maxAttempts = 4)
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface Client {}

    @Stereotype
    @Client
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface RestClient {}

    @Client
    static class OnTheStereotype extends Failing {
        Object all() throws IOException {
            return fail();
        }

        @Retry(maxAttempts = 1)
        Object own() throws IOException {
            return fail();
        }
    }

    @RestClient
    static class OnTheStereotypeAbove extends Failing {
        Object all() throws IOException {
            return fail();
        }
    }

    @Client
    @Retry(maxAttempts = 2)
    static class OnBoth extends Failing {
        Object all() throws IOException {
            return fail();
        }
    }

    @Test
    void classAndMethodBeatTheStereotype() {
        try (Application app = container.start(OnTheStereotype.class, OnTheStereotypeAbove.class, OnBoth.class)) {
            OnTheStereotype bean = app.get(OnTheStereotype.class);
            OnTheStereotypeAbove above = app.get(OnTheStereotypeAbove.class);
            OnBoth both = app.get(OnBoth.class);

            assertThat(callsOf(bean, bean::all)).isEqualTo(4);
            assertThat(callsOf(bean, bean::own)).isEqualTo(1);
            assertThat(callsOf(above, above::all)).isEqualTo(4);
            assertThat(callsOf(both, both::all)).isEqualTo(2);
        }
    }

    @Stereotype
    @Retry(maxAttempts = 7)
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface Other {}

    @Client
    @Other
    static class Torn extends Failing {
        Object all() throws IOException {
            return fail();
        }
    }

    @Test
    void stereotypesThatContradictEachOtherStopTheDeployment() {
        assertThatThrownBy(() -> container.start(Torn.class))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("RES-010 " + Torn.class.getName() + " has stereotypes with different @Retry");
    }

    @InterceptorBinding
    @Retry(maxAttempts = 6)
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface Stubborn {}

    @ApplicationScoped
    static class ThroughABinding extends Failing {
        @Stubborn
        Object own() throws IOException {
            return fail();
        }
    }

    @Test
    void anInterceptorBindingOfTheApplicationCarriesTheAnnotation() {
        try (Application app = container.start(ThroughABinding.class)) {
            ThroughABinding bean = app.get(ThroughABinding.class);

            assertThat(callsOf(bean, bean::own)).isEqualTo(6);
        }
    }
}
