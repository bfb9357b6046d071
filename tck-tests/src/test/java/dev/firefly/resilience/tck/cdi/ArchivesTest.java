package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.FallbackContext;
import dev.firefly.resilience.annotation.FallbackHandler;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.cdi.GuardInterceptor;
import dev.firefly.resilience.cdi.ResilienceExtension;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.event.RetryAttempted;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jboss.weld.bootstrap.WeldBootstrap;
import org.jboss.weld.bootstrap.api.Environments;
import org.jboss.weld.bootstrap.api.ServiceRegistry;
import org.jboss.weld.bootstrap.api.helpers.SimpleServiceRegistry;
import org.jboss.weld.bootstrap.spi.BeanDeploymentArchive;
import org.jboss.weld.bootstrap.spi.BeansXml;
import org.jboss.weld.bootstrap.spi.CDI11Deployment;
import org.jboss.weld.bootstrap.spi.Metadata;
import org.jboss.weld.bootstrap.spi.helpers.MetadataImpl;
import org.jboss.weld.ejb.spi.EjbDescriptor;
import org.jboss.weld.environment.deployment.WeldResourceLoader;
import org.jboss.weld.resources.spi.ResourceLoader;
import org.junit.jupiter.api.Test;

/** An enterprise application with this library in its {@code lib}, from where the beans of its modules are not seen. */
class ArchivesTest {
    @ApplicationScoped
    public static class Orders {
        int calls;

        @Retry(value = "orders")
        @Fallback(handler = Handler.class)
        public String find() throws IOException {
            calls++;
            throw new IOException("down");
        }
    }

    @ApplicationScoped
    public static class Handler implements FallbackHandler<String> {
        @Override
        public String handle(FallbackContext context) {
            return "handled";
        }
    }

    @ApplicationScoped
    public static class Listener {
        int heard;

        void heard(@Observes RetryAttempted event) {
            heard++;
        }
    }

    @Test
    void handlersAndObserversInAModuleAreFound() {
        runModule(List.of(Orders.class, Handler.class, Listener.class), beans -> {
            assertThat(find(beans)).isEqualTo("handled");
            assertThat(Real.of(beans.select(Orders.class).get()).calls).isEqualTo(3);
            assertThat(Real.of(beans.select(Listener.class).get()).heard).isEqualTo(2);
        });
    }

    @ApplicationScoped
    public static class OwnRegistry {
        @Produces
        @ApplicationScoped
        ResilienceRegistry registry() {
            return Resilience.builder()
                    .settings(Settings.of(
                            Map.of(
                                    "firefly.resilience.store.type", "memory",
                                    "firefly.resilience.retry.orders.max-attempts", "2"),
                            "module"))
                    .build();
        }
    }

    @Test
    void aRegistryInAModuleReplacesTheLibrarys() {
        runModule(List.of(Orders.class, Handler.class, OwnRegistry.class), beans -> {
            assertThat(find(beans)).isEqualTo("handled");
            assertThat(Real.of(beans.select(Orders.class).get()).calls).isEqualTo(2);
        });
    }

    private static String find(Instance<Object> beans) {
        try {
            return beans.select(Orders.class).get().find();
        } catch (IOException e) {
            throw new AssertionError("the fallback was not used", e);
        }
    }

    private static void runModule(List<Class<?>> beans, Consumer<Instance<Object>> test) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // an application's own, with a configuration of its own
        ClassLoader loader = new ClassLoader(before) {};
        thread.setContextClassLoader(loader);
        Map<String, String> settings = Map.of("firefly.resilience.store.type", "memory");
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(settings, "application.properties", 100))
                .build();
        ConfigProviderResolver.instance().registerConfig(config, loader);
        Archive library = new Archive("lib", List.of(GuardInterceptor.class), List.of());
        Archive module = new Archive("module", beans, List.of(library));
        WeldBootstrap container = new WeldBootstrap();
        try {
            container.startContainer("archives", Environments.SE, new Deployment(module, library));
            container.startInitialization().deployBeans().validateBeans().endInitialization();
            test.accept(container.getManager(module).instance());
        } finally {
            container.shutdown();
            ConfigProviderResolver.instance().releaseConfig(config);
            thread.setContextClassLoader(before);
        }
    }

    /** A part of the application. */
    private record Archive(
            String id, List<Class<?>> classes, List<BeanDeploymentArchive> seen, ServiceRegistry services)
            implements BeanDeploymentArchive {
        Archive(String id, List<Class<?>> classes, List<BeanDeploymentArchive> seen) {
            this(id, classes, seen, new SimpleServiceRegistry());
            services.add(ResourceLoader.class, new WeldResourceLoader());
        }

        @Override
        public Collection<BeanDeploymentArchive> getBeanDeploymentArchives() {
            return seen;
        }

        @Override
        public Collection<String> getBeanClasses() {
            return classes.stream().map(Class::getName).toList();
        }

        @Override
        public BeansXml getBeansXml() {
            return BeansXml.EMPTY_BEANS_XML;
        }

        @Override
        public Collection<EjbDescriptor<?>> getEjbs() {
            return List.of();
        }

        @Override
        public ServiceRegistry getServices() {
            return services;
        }

        @Override
        public String getId() {
            return id;
        }
    }

    private record Deployment(Archive module, Archive library, ServiceRegistry services) implements CDI11Deployment {
        Deployment(Archive module, Archive library) {
            this(module, library, new SimpleServiceRegistry());
        }

        @Override
        public Collection<BeanDeploymentArchive> getBeanDeploymentArchives() {
            return new ArrayList<>(List.of(module, library));
        }

        @Override
        public BeanDeploymentArchive loadBeanDeploymentArchive(Class<?> type) {
            return getBeanDeploymentArchive(type);
        }

        @Override
        public BeanDeploymentArchive getBeanDeploymentArchive(Class<?> type) {
            return module.classes.contains(type) ? module : library;
        }

        @Override
        public ServiceRegistry getServices() {
            return services;
        }

        @Override
        public Iterable<Metadata<Extension>> getExtensions() {
            return List.of(new MetadataImpl<>(new ResilienceExtension()));
        }
    }
}
