package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that has none of the APIs that the library can do without. */
@Timeout(60)
class WithoutOptionalApisTest {
    private static final List<String> ABSENT =
            List.of("jakarta.enterprise.concurrent.", "org.eclipse.microprofile.context.");

    /** Defines the library and its tests anew, and does not know the absent ones. */
    private static final class PoorLoader extends ClassLoader {
        private PoorLoader(ClassLoader rich) {
            super(rich);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (ABSENT.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("dev.firefly.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : defined(name);
            }
        }

        private Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Run inside of that loader. */
    public static final class Scenario implements Runnable {
        @Override
        public void run() {
            try (Application app = Application.start(Journal.BEANS)) {
                Journal.failAndFallBack(app.get(Journal.class), "ann");

                ClassLoader loader = Thread.currentThread().getContextClassLoader();
                assertThat(Real.of(app.get(Journal.class)).entries().subList(1, 5))
                        .allMatch(entry -> entry.loader() == loader)
                        .allMatch(entry -> entry.request() > 0);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void asynchronousCallsGoOnWithTheClassLoaderOfTheCallerAndARequest() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        PoorLoader poor = new PoorLoader(WithoutOptionalApisTest.class.getClassLoader());
        assertThatThrownBy(() -> poor.loadClass("jakarta.enterprise.concurrent.ContextService"))
                .isNotNull();
        Class<?> scenario = poor.loadClass(Scenario.class.getName());
        assertThat(scenario).isNotSameAs(Scenario.class);
        Thread.currentThread().setContextClassLoader(poor);
        try {
            ((Runnable) scenario.getConstructor().newInstance()).run();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
