package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.tck.kit.ManualClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which failures an annotation means, and what they do to its instance. */
@ParameterizedClass
@EnumSource(Container.class)
class ClassifiedFailuresTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Client {
        private final ManualClock clock = new ManualClock();
        int calls;

        @Produces
        @ApplicationScoped
        Clock clock() {
            return clock;
        }

        @Retry(retryOn = IOException.class, abortOn = SocketException.class)
        void retried(Exception failure) throws Exception {
            calls++;
            throw failure;
        }

        @CircuitBreaker(value = "recorded", failureThreshold = 2, recordOn = IOException.class)
        String recorded(Exception failure) throws Exception {
            calls++;
            if (failure != null) {
                throw failure;
            }
            return "fine";
        }

        @CircuitBreaker(value = "rated", failureRateThreshold = 0.5, windowSize = 4, minimumNumberOfCalls = 4)
        String rated(Exception failure) throws Exception {
            if (failure != null) {
                throw failure;
            }
            return "fine";
        }
    }

    private static int attempts(Client client, Exception failure) {
        Client real = Real.of(client);
        int before = real.calls;
        assertThatThrownBy(() -> client.retried(failure)).isSameAs(failure);
        return real.calls - before;
    }

    @Test
    void abortWinsOverRetryAndBothMeanSubclassesToo() {
        try (Application app = container.start(Client.class)) {
            Client client = app.get(Client.class);

            assertThat(attempts(client, new IOException())).isEqualTo(3);
            assertThat(attempts(client, new FileNotFoundException())).isEqualTo(3);
            assertThat(attempts(client, new SocketException())).isEqualTo(1);
            assertThat(attempts(client, new ConnectException())).isEqualTo(1);
            assertThat(attempts(client, new IllegalStateException())).isEqualTo(1);
        }
    }

    @Test
    void anExceptionThatIsNotListedLeavesTheCircuitAsItWas() throws Exception {
        try (Application app = container.start(Client.class)) {
            Client client = app.get(Client.class);
            var breaker = app.get(ResilienceRegistry.class).circuitBreaker("recorded");
            IllegalStateException notListed = new IllegalStateException();

            assertThatThrownBy(() -> client.recorded(new FileNotFoundException()))
                    .isInstanceOf(FileNotFoundException.class);
            BreakerState closed = breaker.state();
            assertThat(closed.failureCount()).isEqualTo(1);
            assertThatThrownBy(() -> client.recorded(notListed)).isSameAs(notListed);
            assertThat(breaker.state()).isEqualTo(closed);

            assertThatThrownBy(() -> client.recorded(new IOException())).isInstanceOf(IOException.class);
            Real.of(client).clock.advance(Duration.ofSeconds(31));
            assertThatThrownBy(() -> client.recorded(notListed)).isSameAs(notListed);
            assertThat(breaker.state().phase()).isEqualTo(Phase.HALF_OPEN);
            assertThat(client.recorded(null)).as("the probe's permit went back").isEqualTo("fine");
            assertThat(breaker.state().phase()).isEqualTo(Phase.CLOSED);
        }
    }

    @Test
    void theWindowIsJudgedOnSuccessesToo() throws Exception {
        try (Application app = container.start(Client.class)) {
            Client client = app.get(Client.class);

            assertThatThrownBy(() -> client.rated(new IOException())).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> client.rated(new IOException())).isInstanceOf(IOException.class);
            assertThat(client.rated(null)).isEqualTo("fine");
            assertThat(client.rated(null))
                    .as("the fourth call fills the window")
                    .isEqualTo("fine");

            assertThatThrownBy(() -> client.rated(null)).isInstanceOf(CircuitBreakerOpenException.class);
        }
    }

    private static CompiledBeans withAnExceptionOfItsOwn(Path directory) throws Exception {
        String source = "public class Own {"
                + "public static class Oops extends RuntimeException {}"
                + "@jakarta.enterprise.context.ApplicationScoped"
                + " public static class Bean implements java.util.concurrent.Callable<Integer> {"
                + " private int calls;"
                + " @dev.firefly.resilience.annotation.Retry(maxAttempts = 2, retryOn = Oops.class)"
                + " public Integer call() { if (++calls == 1) throw new Oops(); return calls; } } }";
        return CompiledBeans.of(Map.of("Own", source), List.of("Own$Bean"), directory);
    }

    private void assertThatItsFailureIsRetried(CompiledBeans beans) throws Exception {
        try (Application app = container.start(beans.classes())) {
            assertThat(((Callable<?>) app.get(beans.classes()[0])).call()).isEqualTo(2);
        }
    }

    @Test
    void anExceptionThatOnlyTheBeansOwnLoaderHasIsMeant(@TempDir Path directory) throws Exception {
        try (CompiledBeans beans = withAnExceptionOfItsOwn(directory)) {
            assertThatItsFailureIsRetried(beans);
        }
    }

    @Test
    void theExceptionOfTheAnnotationIsMeantAndNotAnotherOfThatName(@TempDir Path directory) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (CompiledBeans beans = withAnExceptionOfItsOwn(directory);
                URLClassLoader twin =
                        new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(twin);
            assertThatItsFailureIsRetried(beans);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
