package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Qualifier;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An application that has a Hazelcast of its own as a bean. */
@ParameterizedClass
@EnumSource(Container.class)
class HazelcastInstanceBeanTest {
    private static HazelcastInstance grid;

    @Parameter
    Container container;

    @BeforeAll
    static void startGrid() {
        grid = Hazelcast.newHazelcastInstance(loopback());
    }

    @AfterAll
    static void stopGrid() {
        grid.shutdown();
    }

    static Config loopback() {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "jdk");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.getNetworkConfig().setPort(0).setPortAutoIncrement(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        return config;
    }

    @ApplicationScoped
    static class Payments {
        @CircuitBreaker("payments")
        void pay() throws IOException {
            throw new IOException("down");
        }
    }

    private Application.Builder app(Class<?>... beans) {
        return container.of(beans).set("store.type", "hazelcast").set("hazelcast.port", "0");
    }

    private static void assertThatStateIsIn(HazelcastInstance instance, Application app) {
        instance.getMap("firefly:resilience:circuit-breaker").clear();
        assertThatThrownBy(app.get(Payments.class)::pay).isInstanceOf(IOException.class);
        assertThat(instance.getMap("firefly:resilience:circuit-breaker").keySet())
                .containsExactly("payments");
    }

    @ApplicationScoped
    static class SharedGrid {
        @Produces
        @ApplicationScoped
        HazelcastInstance instance() {
            return grid;
        }
    }

    @Test
    void theApplicationsBeanIsUsedAndLeftRunning() {
        Set<HazelcastInstance> before = Hazelcast.getAllHazelcastInstances();
        try (Application app = app(Payments.class, SharedGrid.class).start()) {
            assertThatStateIsIn(grid, app);
            assertThat(Hazelcast.getAllHazelcastInstances()).isEqualTo(before);
        }
        assertThat(grid.getLifecycleService().isRunning()).isTrue();
    }

    @Test
    void theBeanGoesBeforeEveryKeyThatLeadsElsewhere() {
        try (Application app = app(Payments.class, SharedGrid.class)
                .set("hazelcast.port", "")
                .set("hazelcast.instance-name", "another")
                .start()) {
            assertThatStateIsIn(grid, app);
        }
    }

    @ApplicationScoped
    static class OwnGrid {
        static HazelcastInstance instance;

        @Produces
        @ApplicationScoped
        HazelcastInstance start() {
            instance = Hazelcast.newHazelcastInstance(loopback());
            return instance;
        }

        void stop(@Disposes HazelcastInstance started) {
            started.shutdown();
        }
    }

    @Test
    void anInstanceThatEndsWithItsBeanHindersNobodyFromStopping() {
        try (Application app = app(Payments.class, OwnGrid.class).start()) {
            assertThatStateIsIn(OwnGrid.instance, app);
        }
        assertThat(OwnGrid.instance.getLifecycleService().isRunning()).isFalse();
        assertThat(Threads.ofLibrary()).isEmpty();
    }

    @ApplicationScoped
    static class UnwantedGrid {
        static boolean made;

        @Produces
        @ApplicationScoped
        HazelcastInstance instance() {
            made = true;
            return grid;
        }
    }

    @ApplicationScoped
    static class WithoutSubstitute {
        @Fallback
        String call() {
            return "";
        }
    }

    @Test
    void forAnApplicationThatWillNotStartNoBeanIsMade() {
        UnwantedGrid.made = false;

        assertThat(Application.failureOf(app(WithoutSubstitute.class, UnwantedGrid.class)))
                .contains("RES-005");
        assertThat(UnwantedGrid.made).isFalse();
    }

    @Dependent
    static class OneMoreGrid {
        @Produces
        HazelcastInstance instance() {
            return grid;
        }
    }

    @Test
    void severalBeansAreAnErrorAmongAllOthers() {
        assertThat(Application.failureOf(app(Payments.class, SharedGrid.class, OneMoreGrid.class)
                        .set("circuit-breaker.payments.failure-threshold", "0")))
                .contains("problems: 2")
                .contains("RES-001 firefly.resilience.circuit-breaker.payments.failure-threshold")
                .contains("RES-008 com.hazelcast.core.HazelcastInstance is the type of several beans")
                .contains("SharedGrid")
                .contains("OneMoreGrid");
    }

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Cache {}

    @ApplicationScoped
    static class CacheOnly {
        @Produces
        @Cache
        @ApplicationScoped
        HazelcastInstance instance() {
            return grid;
        }
    }

    @Test
    void aBeanWithAQualifierIsThereForSomethingElse() {
        grid.getMap("firefly:resilience:circuit-breaker").clear();
        try (Application app = app(Payments.class, CacheOnly.class).start()) {
            assertThatThrownBy(app.get(Payments.class)::pay).isInstanceOf(IOException.class);

            assertThat(grid.getMap("firefly:resilience:circuit-breaker").keySet())
                    .isEmpty();
        }
    }

    @Test
    void theBeanIsNotMadeWhereStateStaysInMemory() {
        OwnGrid.instance = null;
        try (Application app =
                app(Payments.class, OwnGrid.class).set("store.type", "memory").start()) {
            assertThatThrownBy(app.get(Payments.class)::pay).isInstanceOf(IOException.class);
        }
        assertThat(OwnGrid.instance).isNull();
    }

    /** Adds a bean of the type that a loader of its own has. */
    static final class Stranger implements Extension {
        private final Class<Object> type;

        private final Class<?> origin;

        Stranger(ClassLoader loader) throws ClassNotFoundException {
            this(loader, Stranger.class);
        }

        @SuppressWarnings("unchecked")
        Stranger(ClassLoader loader, Class<?> origin) throws ClassNotFoundException {
            type = (Class<Object>) loader.loadClass(HazelcastInstance.class.getName());
            this.origin = origin;
        }

        void add(@Observes AfterBeanDiscovery event) {
            event.<Object>addBean()
                    .id("stranger")
                    .beanClass(origin)
                    .types(type, Object.class)
                    .createWith((CreationalContext<Object> c) ->
                            Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> null));
        }
    }

    @Test
    void aBeanOfTheTypeThatAnotherLoaderBroughtIsAnErrorWithARemedy() throws Exception {
        URL hazelcast =
                HazelcastInstance.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader server = new URLClassLoader(new URL[] {hazelcast}, ClassLoader.getPlatformClassLoader())) {
            assertThat(Application.failureOf(app(Payments.class).with(new Stranger(server))))
                    .contains("problems: 1")
                    .contains("RES-016 com.hazelcast.core.HazelcastInstance is the type of ")
                    .contains("as loaded by " + server)
                    .contains("by " + HazelcastInstance.class.getClassLoader())
                    .contains("WEB-INF/payara-web.xml");
        }
    }

    @Test
    void aBeanOfTheServersForAllApplicationsIsInNobodysWay() throws Exception {
        URL hazelcast =
                HazelcastInstance.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader server = new URLClassLoader(new URL[] {hazelcast}, ClassLoader.getPlatformClassLoader())) {
            Class<?> origin = server.loadClass(Hazelcast.class.getName());
            try (Application app = app(Payments.class, SharedGrid.class)
                    .with(new Stranger(server, origin))
                    .start()) {
                assertThatStateIsIn(grid, app);
            }
            grid.getMap("firefly:resilience:circuit-breaker").clear();
            try (Application app =
                    app(Payments.class).with(new Stranger(server, origin)).start()) {
                assertThatThrownBy(app.get(Payments.class)::pay).isInstanceOf(IOException.class);
            }
        }
    }

    /** As Payara does it where the application sees the server's Hazelcast: the types are the same. */
    @Test
    void noGridIsSharedOnlyBecauseTheServerHasOne() throws Exception {
        URL hazelcast =
                HazelcastInstance.class.getProtectionDomain().getCodeSource().getLocation();
        grid.getMap("firefly:resilience:circuit-breaker").clear();
        try (URLClassLoader server = new URLClassLoader(new URL[] {hazelcast}, ClassLoader.getPlatformClassLoader())) {
            Class<?> origin = server.loadClass(Hazelcast.class.getName());
            Stranger ours = new Stranger(HazelcastInstance.class.getClassLoader(), origin);
            try (Application app = app(Payments.class).with(ours).start()) {
                assertThatThrownBy(app.get(Payments.class)::pay).isInstanceOf(IOException.class);

                assertThat(grid.getMap("firefly:resilience:circuit-breaker").keySet())
                        .isEmpty();
            }
        }
    }
}
