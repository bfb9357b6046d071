package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The guards of an application of CDI Lite. They start with the application, or with the first bean that needs them where
 * that is earlier, and end with it. Thread-safe.
 */
@Singleton
public class LiteRuntime {
    private final BeanContainer container;
    private final LiteFindings findings;
    private final Guarding guarding = new Guarding();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile @Nullable DeploymentException failure;

    /** @param container with all its beans */
    @Inject
    LiteRuntime(BeanContainer container, LiteFindings findings) {
        this.container = container;
        this.findings = findings;
    }

    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) Startup event) {
        start();
    }

    void stop(@Observes @Priority(Integer.MAX_VALUE) Shutdown event) {
        guarding.close();
    }

    ResilienceRegistry registry() {
        start();
        return guarding.registry();
    }

    /** The plans, which are empty while the guards of the bean that asks are still being made. */
    Plans plans() {
        start();
        return guarding.plans();
    }

    /** Not under a lock: the application's own clock or store may be a bean that is guarded itself. */
    private void start() {
        if (begun.compareAndSet(false, true)) {
            findings.noteIn(guarding, container);
            failure = guarding.start(
                            container,
                            Definitions.reflected(container),
                            MicroProfileSettings.current(guarding.problems()))
                    .orElse(null);
        }
        DeploymentException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }
}
