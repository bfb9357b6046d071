package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jboss.weld.environment.se.Weld;

/** One application in a container of its own, with a class loader and a configuration of its own. */
final class Application implements AutoCloseable {
    private final ClassLoader before;
    private final URLClassLoader loader;
    private final Config config;
    private final SeContainer container;

    private Application(Builder builder) {
        before = Thread.currentThread().getContextClassLoader();
        loader = new URLClassLoader(new URL[0], before);
        Thread.currentThread().setContextClassLoader(loader);
        SmallRyeConfig merged = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(
                        new PropertiesConfigSource(builder.settings, "application.properties", 100),
                        new EnvConfigSource(builder.environment, 300))
                .withSources(builder.sources)
                .withProfiles(builder.profiles)
                .build();
        config = builder.passesOverNothing ? NothingPassedOver.on(merged) : merged;
        ConfigProviderResolver.instance().registerConfig(config, loader);
        try {
            Weld weld = new Weld().disableDiscovery();
            weld.addBeanClasses(builder.beans);
            builder.container.addExtensionTo(weld, loader);
            builder.extensions.forEach(weld::addExtension);
            container = weld.initialize();
        } catch (RuntimeException | Error e) {
            restore();
            throw e;
        }
    }

    static Builder of(Class<?>... beans) {
        return new Builder(beans);
    }

    static Application start(Class<?>... beans) {
        return of(beans).start();
    }

    /** The message with which a deployment fails. */
    static String failureOf(Builder app) {
        return assertThatExceptionOfType(DeploymentException.class)
                .isThrownBy(() -> app.start().close())
                .actual()
                .getMessage();
    }

    static String failureOf(Class<?>... beans) {
        return failureOf(of(beans));
    }

    <T> T get(Class<T> type) {
        return container.select(type).get();
    }

    SeContainer container() {
        return container;
    }

    @Override
    public void close() {
        try {
            container.close();
        } finally {
            restore();
        }
    }

    private void restore() {
        ConfigProviderResolver.instance().releaseConfig(config);
        Thread.currentThread().setContextClassLoader(before);
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static final class Builder {
        private final Class<?>[] beans;
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<ConfigSource> sources = new ArrayList<>();
        private final List<Extension> extensions = new ArrayList<>();
        private Container container = Container.FULL;
        private final List<String> profiles = new ArrayList<>();
        private boolean passesOverNothing;

        private Builder(Class<?>[] beans) {
            this.beans = beans;
            // these tests are about the container; what is shared is tested elsewhere
            set("store.type", "memory");
        }

        /** @param key without the prefix of the library */
        Builder set(String key, String value) {
            settings.put("firefly.resilience." + key, value);
            return this;
        }

        Builder variable(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Adds a source of configuration. */
        Builder reading(ConfigSource source) {
            sources.add(source);
            return this;
        }

        /** Makes a profile of the configuration the active one. */
        Builder profile(String name) {
            profiles.add(name);
            return this;
        }

        /** With a MicroProfile Config to which an empty value is none. */
        Builder passingOverNothing() {
            passesOverNothing = true;
            return this;
        }

        Builder in(Container kind) {
            container = kind;
            return this;
        }

        /** Adds an extension that is not ours. */
        Builder with(Extension extension) {
            extensions.add(extension);
            return this;
        }

        Application start() {
            return new Application(this);
        }
    }
}
