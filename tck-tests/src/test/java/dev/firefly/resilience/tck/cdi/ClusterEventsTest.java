package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.event.CircuitTransition;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.store.ResilienceStore;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What other nodes do to circuits reaches the observers of an application that asks for it. */
@ParameterizedClass
@EnumSource(Container.class)
class ClusterEventsTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Grid {
        static InMemoryStore shared = new InMemoryStore();

        @Produces
        @ApplicationScoped
        ResilienceStore store() {
            return shared.join();
        }
    }

    @RequestScoped
    static class Request {
        boolean isActive() {
            return true;
        }
    }

    @ApplicationScoped
    static class Observer {
        final BlockingQueue<CircuitTransition> heard = new LinkedBlockingQueue<>();

        @Inject
        Request request;

        void heard(@Observes CircuitTransition event) {
            assertThat(request.isActive()).isTrue();
            heard.add(event);
        }
    }

    @Test
    void anObserverHearsWhatAnotherNodeDidInARequestOfItsOwn() throws Exception {
        Grid.shared = new InMemoryStore();
        try (Application app = container
                        .of(Grid.class, Request.class, Observer.class)
                        .set("events.cluster", "true")
                        .start();
                ResilienceRegistry other =
                        Resilience.builder().store(Grid.shared.join()).build()) {
            assertThat(app.get(CircuitBreakers.class).isOpen("remote")).isFalse();

            other.circuitBreaker("remote").open(Duration.ofMinutes(1));

            CircuitTransition event = Real.of(app.get(Observer.class)).heard.poll(30, TimeUnit.SECONDS);
            assertThat(event).isNotNull();
            assertThat(event.remote()).isTrue();
            assertThat(event.instance()).isEqualTo("remote");
            assertThat(event.state().phase()).isEqualTo(Phase.OPEN);
        }
    }
}
