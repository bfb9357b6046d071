package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.ResilienceInstance;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.timelimiter.TimeLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class InstanceInjectionTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Client {
        @Inject
        @ResilienceInstance("payments")
        CircuitBreaker breaker;

        @Inject
        @ResilienceInstance("payments")
        RateLimiter limiter;

        @Inject
        @ResilienceInstance("payments")
        Bulkhead bulkhead;

        @Inject
        @ResilienceInstance("payments")
        TimeLimiter timeLimiter;

        @Inject
        @ResilienceInstance("checkout")
        Pipeline pipeline;

        final Retry retry;

        @Inject
        Client(@ResilienceInstance("payments") Retry retry) {
            this.retry = retry;
        }
    }

    @Test
    void everyPatternIsInjectedByName() {
        try (Application app = container.start(Client.class)) {
            Client client = Real.of(app.get(Client.class));
            ResilienceRegistry registry = app.get(ResilienceRegistry.class);

            assertThat(client.retry.config())
                    .isEqualTo(registry.retry("payments").config());
            assertThat(client.breaker).isSameAs(registry.circuitBreaker("payments"));
            assertThat(client.limiter).isSameAs(registry.rateLimiter("payments"));
            assertThat(client.bulkhead).isSameAs(registry.bulkhead("payments"));
            assertThat(client.timeLimiter).isSameAs(registry.timeLimiter("payments"));
            assertThat(client.pipeline.name()).isEqualTo("checkout");
        }
    }

    @ApplicationScoped
    static class Misspelt {
        @Inject
        @ResilienceInstance("paymnets")
        CircuitBreaker breaker;

        @Inject
        @ResilienceInstance("agressive")
        Retry retry;
    }

    @Test
    void namesThatAreNotConfiguredStopTheDeployment() {
        assertThat(Application.failureOf(container
                        .of(Misspelt.class)
                        .set("circuit-breaker.payments.failure-threshold", "3")
                        .set("retry.aggressive.max-attempts", "5")))
                .contains("No resilience [circuit-breaker] instance named [paymnets]. Available: payments")
                .contains("No resilience [retry] instance named [agressive]. Available: aggressive")
                .contains("@ResilienceInstance at ", "Misspelt.breaker", "Misspelt.retry");
    }

    @ApplicationScoped
    static class Observing {
        int seen;

        void ready(
                @Observes Startup event,
                @ResilienceInstance("paymnets") CircuitBreaker breaker,
                @ResilienceInstance("payments") Bulkhead bulkhead) {
            seen++;
        }
    }

    @Test
    void namesAtTheParametersOfObserversAreCheckedToo() {
        assertThat(Application.failureOf(
                        container.of(Observing.class).set("circuit-breaker.payments.failure-threshold", "3")))
                .contains("No resilience [circuit-breaker] instance named [paymnets]. Available: payments")
                .contains("@ResilienceInstance at ", "Observing.ready");
        try (Application app = container.start(Observing.class)) {
            assertThat(Real.of(app.get(Observing.class)).seen).isEqualTo(1);
        }
    }

    @ApplicationScoped
    static class Blank {
        @Inject
        @ResilienceInstance(" ")
        CircuitBreaker breaker;
    }

    @Test
    void aBlankNameStopsTheDeployment() {
        assertThat(container.failureOf(Blank.class)).contains("RES-001", "must have a name", "Blank.breaker");
    }

    @ApplicationScoped
    static class Chooser {
        @Inject
        @Any
        Instance<CircuitBreaker> breakers;
    }

    private static final class Named extends AnnotationLiteral<ResilienceInstance> implements ResilienceInstance {
        private static final long serialVersionUID = 1L;

        @Override
        public String value() {
            return "chosen";
        }
    }

    @Test
    void aNameCanBeChosenWhileTheApplicationRuns() {
        try (Application app = container.start(Chooser.class)) {
            Chooser chooser = Real.of(app.get(Chooser.class));

            assertThat(chooser.breakers.select(new Named()).get().name()).isEqualTo("chosen");
        }
    }

    @ApplicationScoped
    static class Lazily {
        @Inject
        @ResilienceInstance("typo")
        Instance<Retry> instance;

        @Inject
        @ResilienceInstance("slip")
        Provider<Retry> provider;
    }

    @Test
    void aNameThatIsAskedForLaterMustExistToo() {
        assertThat(Application.failureOf(container.of(Lazily.class).set("retry.known.max-attempts", "2")))
                .contains("RES-001 retry.typo", "Lazily.instance")
                .contains("RES-001 retry.slip", "Lazily.provider");
    }

    @Test
    void whoeverAsksForOneWithoutAnInjectionPointIsToldHowToAsk() {
        try (Application app = container.start(Lazily.class)) {
            BeanManager manager = app.container().getBeanManager();
            Bean<?> bean = manager.resolve(manager.getBeans(Retry.class, Any.Literal.INSTANCE));

            assertThatThrownBy(() -> manager.getReference(bean, Retry.class, manager.createCreationalContext(bean)))
                    .hasStackTraceContaining("ask the ResilienceRegistry for it by name");
        }
    }
}
