package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.GuardOrder;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.core.Pattern;
import jakarta.enterprise.context.ApplicationScoped;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class GuardOrderTest {
    @Parameter
    Container container;

    @ApplicationScoped
    @Retry(maxAttempts = 3)
    static class Calls {
        int made;

        @CircuitBreaker(value = "usual", failureThreshold = 2)
        void usual() {
            fail();
        }

        @CircuitBreaker(value = "changed", failureThreshold = 2)
        @GuardOrder({Pattern.CIRCUIT_BREAKER, Pattern.RETRY})
        void changed() {
            fail();
        }

        @CircuitBreaker(value = "covered", failureThreshold = 2)
        @GuardOrder(Pattern.CIRCUIT_BREAKER)
        @Fallback(method = "instead")
        String covered() {
            fail();
            return "";
        }

        String instead() {
            return "instead";
        }

        private void fail() {
            made++;
            throw new IllegalStateException("down");
        }
    }

    @Test
    void usuallyTheCircuitSeesEachAttempt() {
        try (Application app = container.start(Calls.class)) {
            assertThatThrownBy(app.get(Calls.class)::usual).isInstanceOf(RuntimeException.class);

            assertThat(app.get(CircuitBreakers.class).isOpen("usual")).isTrue();
            assertThat(Real.of(app.get(Calls.class)).made).isEqualTo(2);
        }
    }

    @Test
    void aCircuitThatIsListedFirstSeesOneOutcomePerRun() {
        try (Application app = container.start(Calls.class)) {
            assertThatThrownBy(app.get(Calls.class)::changed).isInstanceOf(IllegalStateException.class);

            assertThat(app.get(CircuitBreakers.class).isOpen("changed")).isFalse();
            assertThat(Real.of(app.get(Calls.class)).made).isEqualTo(3);
        }
    }

    @Test
    void theFallbackStaysOutermostAndThoseNotListedFollow() {
        try (Application app = container.start(Calls.class)) {
            Calls calls = app.get(Calls.class);

            assertThat(calls.covered()).isEqualTo("instead");
            assertThat(app.get(CircuitBreakers.class).isOpen("covered")).isFalse();
            assertThat(calls.covered()).isEqualTo("instead");
            assertThat(app.get(CircuitBreakers.class).isOpen("covered")).isTrue();
            assertThat(Real.of(calls).made).isEqualTo(6);
        }
    }

    @ApplicationScoped
    @GuardOrder({Pattern.CIRCUIT_BREAKER, Pattern.RETRY})
    @CircuitBreaker(value = "ofClass", failureThreshold = 2)
    @Retry(maxAttempts = 3)
    static class Ordered {
        void byClass() {
            throw new IllegalStateException("down");
        }

        @GuardOrder(Pattern.RETRY)
        void byMethod() {
            throw new IllegalStateException("down");
        }
    }

    @Test
    void theOrderOfAMethodBeatsThatOfItsClass() {
        try (Application app = container.start(Ordered.class)) {
            Ordered ordered = app.get(Ordered.class);
            assertThatThrownBy(ordered::byClass).isInstanceOf(IllegalStateException.class);
            assertThat(app.get(CircuitBreakers.class).isOpen("ofClass")).isFalse();

            assertThatThrownBy(ordered::byMethod).isInstanceOf(RuntimeException.class);
            assertThat(app.get(CircuitBreakers.class).isOpen("ofClass")).isTrue();
        }
    }

    @ApplicationScoped
    static class Wrong {
        @Retry
        @GuardOrder({Pattern.RETRY, Pattern.RETRY})
        void twice() {}

        @Retry
        @GuardOrder({Pattern.FALLBACK, Pattern.BULKHEAD})
        void others() {}
    }

    @Test
    void anOrderThatCannotBeMeantIsAProblem() {
        String name = Wrong.class.getName();

        assertThat(container.failureOf(Wrong.class))
                .contains("RES-015 " + name + "#twice() has a @GuardOrder that lists retry twice")
                .contains("RES-015 " + name + "#others() has a @GuardOrder that lists the fallback")
                .contains("lists bulkhead, which does not guard " + name + "#others()");
    }
}
