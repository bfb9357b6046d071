package dev.firefly.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.retry.RetryConfig;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The registry that is there for everybody. */
class DefaultPipelineTest {
    @Test
    void pipelinesOfOneNameAreOfOneRegistry() {
        Pipeline one = Resilience.pipeline("DefaultPipelineTest.shared").circuitBreaker();
        Pipeline two = Resilience.pipeline("DefaultPipelineTest.shared").circuitBreaker();

        ((CircuitBreaker) one.guards().get(0)).forceOpen();

        assertThatThrownBy(() -> two.call(() -> "never")).isInstanceOf(CircuitBreakerOpenException.class);
        try (ResilienceRegistry other = Resilience.create()) {
            Pipeline apart = other.pipeline("DefaultPipelineTest.shared").circuitBreaker();
            assertThat(apart.<String, RuntimeException>call(() -> "done")).isEqualTo("done");
        }
    }

    @Test
    void aNameThatIsNotAllowedIsRefused() {
        assertThatThrownBy(() -> Resilience.pipeline(" ")).isInstanceOf(ConfigurationException.class);
    }

    /** The library once more, seen by nobody else, so that what it has started and kept can be told. */
    private static URLClassLoader libraryOfItsOwn() {
        URL library = Resilience.class.getProtectionDomain().getCodeSource().getLocation();
        return new URLClassLoader(new URL[] {library}, ClassLoader.getPlatformClassLoader());
    }

    /** Calls through a pipeline of the default registry, one that needs neither a timer nor another thread. */
    private static Object use(ClassLoader library) throws Exception {
        Class<?> entry = library.loadClass(Resilience.class.getName());
        Object pipeline = entry.getMethod("pipeline", String.class).invoke(null, "x");
        Class<?> steps = library.loadClass(PipelineSteps.class.getName());
        pipeline = steps.getMethod("retry").invoke(pipeline);
        return steps.getMethod("circuitBreaker").invoke(pipeline);
    }

    private static List<Thread> threadsOf(ClassLoader library) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getContextClassLoader() == library)
                .toList();
    }

    @Test
    void noThreadIsStartedBeforeOneIsNeeded() throws Exception {
        try (URLClassLoader library = libraryOfItsOwn()) {
            Object pipeline = use(library);

            Object guards = library.loadClass(PipelineSteps.class.getName())
                    .getMethod("guards")
                    .invoke(pipeline);

            assertThat((Iterable<?>) guards).hasSize(2);
            assertThat(threadsOf(library)).isEmpty();
        }
    }

    @Test
    void neitherTheLibraryNorItsFirstUserIsKeptFromBeingUnloaded() throws Exception {
        WeakReference<ClassLoader> library = new WeakReference<>(libraryOfItsOwn());
        try (URLClassLoader kept = libraryOfItsOwn()) {
            WeakReference<ClassLoader> user = new WeakReference<>(new URLClassLoader(new URL[0]));
            as(user.get(), () -> use(library.get()));
            as(user.get(), () -> use(kept));

            awaitCleared(library);
            awaitCleared(user);
        }
    }

    private static void as(ClassLoader user, Callable<?> action) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(user);
        try {
            action.call();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static void awaitCleared(WeakReference<?> reference) {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (reference.get() != null) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("something still holds " + reference.get());
            }
            System.gc();
        }
    }

    @Test
    void namedInstancesOfTheDefaultRegistryHaveTheDefaults() {
        assertThat(Resilience.pipeline("DefaultPipelineTest.named")
                        .retry("DefaultPipelineTest.named")
                        .circuitBreaker("DefaultPipelineTest.named")
                        .<String, RuntimeException>call(() -> "done"))
                .isEqualTo("done");
        assertThat(Resilience.pipeline("DefaultPipelineTest.own")
                        .retry(RetryConfig.defaults())
                        .<String, RuntimeException>call(() -> "done"))
                .isEqualTo("done");
    }
}
