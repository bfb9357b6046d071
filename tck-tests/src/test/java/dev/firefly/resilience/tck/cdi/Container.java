package dev.firefly.resilience.tck.cdi;

import dev.firefly.resilience.cdi.ResilienceExtension;
import jakarta.enterprise.inject.spi.Extension;
import java.util.ServiceLoader;
import org.jboss.weld.environment.se.Weld;

/** The kinds of container an application can run in, by the extension of this library that they take. */
enum Container {
    /** All of CDI, with the portable extension. */
    FULL {
        @Override
        void addExtensionTo(Weld weld, ClassLoader loader) {
            // Without discovery the container does not look for them itself.
            ServiceLoader.load(Extension.class, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(extension -> extension instanceof ResilienceExtension)
                    .forEach(weld::addExtension);
        }
    },
    /** CDI Lite, with the build compatible extension alone. */
    LITE {
        @Override
        @SuppressWarnings("unchecked") // Weld's variable arguments are of a generic type
        void addExtensionTo(Weld weld, ClassLoader loader) {
            weld.addBuildCompatibleExtensions(LiteOnWeld.class);
        }
    };

    abstract void addExtensionTo(Weld weld, ClassLoader loader);

    Application.Builder of(Class<?>... beans) {
        return Application.of(beans).in(this);
    }

    Application start(Class<?>... beans) {
        return of(beans).start();
    }

    /** The message with which a deployment fails. */
    String failureOf(Class<?>... beans) {
        return Application.failureOf(of(beans));
    }
}
