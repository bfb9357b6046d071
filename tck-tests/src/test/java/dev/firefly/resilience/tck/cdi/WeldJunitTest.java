package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.ResilienceInstance;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.cdi.ResilienceExtension;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.tck.kit.ManualClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldJunit5Extension;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Guards and injection in a test of an application that uses weld-junit5, the test class itself being injected. */
@ExtendWith(WeldJunit5Extension.class)
class WeldJunitTest {
    @ApplicationScoped
    static class Client extends Failing {
        @Produces
        @ApplicationScoped
        ResilienceStore store() {
            return new InMemoryStore(new ManualClock());
        }

        @Retry(maxAttempts = 2)
        Object call() throws IOException {
            return fail();
        }
    }

    @WeldSetup
    WeldInitiator weld = WeldInitiator.of(new Weld()
            .disableDiscovery()
            .addExtension(new ResilienceExtension())
            .addBeanClasses(Client.class));

    @Inject
    Client client;

    @Inject
    ResilienceRegistry registry;

    @Inject
    @ResilienceInstance("payments")
    CircuitBreaker breaker;

    @Test
    void beansAreGuardedAndInstancesAreInjected() {
        assertThat(Failing.callsOf(client, client::call)).isEqualTo(2);
        assertThat(breaker).isSameAs(registry.circuitBreaker("payments"));
    }
}
