package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.store.ResilienceStore;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.util.Enumeration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class LifecycleTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Remote {
        @CircuitBreaker(value = "remote", failureThreshold = 2)
        @Retry(maxAttempts = 2)
        void call() throws IOException {
            throw new IOException("down");
        }

        @Retry(maxAttempts = 2, waitDuration = "1ms")
        CompletionStage<String> callAsync() {
            return CompletableFuture.failedStage(new IOException("down"));
        }
    }

    @Test
    void nothingIsLeftAfterTheContainerHasStopped() throws Exception {
        try (Application app = container.start(Remote.class)) {
            CompletableFuture<String> stage = app.get(Remote.class).callAsync().toCompletableFuture();
            assertThatThrownBy(() -> stage.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
        }
        assertThat(Threads.ofLibrary()).isEmpty();
    }

    @ApplicationScoped
    static class LastWords {
        static String said = "";

        @Retry
        String speak() {
            return "goodbye";
        }

        @PreDestroy
        void end() {
            said = speak();
        }
    }

    @Test
    void stoppingDoesNotAskForTheConfigurationAgain() {
        Application app = container.start(LastWords.class);
        app.get(LastWords.class).speak();
        // As some servers do: from here on there is no configuration for this application.
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(new RefusingLoader(loader));
        try {
            assertThatThrownBy(ConfigProvider::getConfig).isNotNull();
            app.container().close();
        } finally {
            Thread.currentThread().setContextClassLoader(loader);
        }
        assertThatThrownBy(app::close).isInstanceOf(IllegalStateException.class);
        assertThat(LastWords.said).isEqualTo("goodbye");
    }

    /** For which nothing is registered, and which finds no configuration of its own. */
    private static final class RefusingLoader extends ClassLoader {
        private RefusingLoader(ClassLoader parent) {
            super(parent);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            if (name.contains("microprofile")) {
                throw new IOException("the application is stopping");
            }
            return super.getResources(name);
        }
    }

    @Test
    void severalContainersInOneJvmDoNotKnowOfEachOther() throws Exception {
        try (Application first = container
                .of(Remote.class)
                .set("circuit-breaker.remote.failure-threshold", "1")
                .start()) {
            try (Application second = container.start(Remote.class)) {
                assertThat(threshold(first)).isEqualTo(1);
                assertThat(threshold(second)).isEqualTo(2);
                assertThatThrownBy(second.get(Remote.class)::call).isInstanceOf(IOException.class);
                assertThat(second.get(CircuitBreakers.class).isOpen("remote")).isTrue();
                assertThat(first.get(CircuitBreakers.class).isOpen("remote")).isFalse();
            }
            assertThatThrownBy(first.get(Remote.class)::call).isInstanceOf(Exception.class);
            assertThat(first.get(CircuitBreakers.class).isOpen("remote")).isTrue();
        }
    }

    private static int threshold(Application app) {
        return app.get(ResilienceRegistry.class)
                .circuitBreaker("remote")
                .config()
                .failureThreshold();
    }

    /** Works until its bean ends, as does a connection. */
    @ApplicationScoped
    static class Connection {
        static InMemoryStore shared = new InMemoryStore();
        static boolean open;

        @Produces
        @ApplicationScoped
        ResilienceStore connect() {
            ResilienceStore store = shared.join();
            open = true;
            return (ResilienceStore) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {ResilienceStore.class},
                    (proxy, method, args) -> {
                        if (!open) {
                            throw new IllegalStateException("disconnected");
                        }
                        try {
                            return method.invoke(store, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        void disconnect(@Disposes ResilienceStore store) {
            open = false;
        }
    }

    @Test
    void permitsAreGivenBackBeforeTheApplicationsOwnStoreEnds() {
        Connection.shared = new InMemoryStore();
        try (Application app = container
                .of(Connection.class)
                .set("bulkhead.one.max-concurrent", "1")
                .start()) {
            assertThat(app.get(ResilienceRegistry.class).bulkhead("one").tryAcquire())
                    .isPresent();
        }
        try (ResilienceRegistry other = Resilience.builder()
                .store(Connection.shared.join())
                .bulkhead("one", BulkheadConfig.builder().maxConcurrent(1).build())
                .build()) {
            assertThat(Connection.open).isFalse();
            assertThat(other.bulkhead("one").tryAcquire()).isPresent();
        }
    }
}
