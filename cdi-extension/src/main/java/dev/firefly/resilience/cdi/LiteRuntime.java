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
import java.util.concurrent.CountDownLatch;
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
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Thread starting;
    private volatile @Nullable DeploymentException failure;

    /** @param container with all its beans */
    @Inject
    LiteRuntime(BeanContainer container, LiteFindings findings) {
        this.container = container;
        this.findings = findings;
        guarding.plans().awaitedBy(this::awaitStart);
    }

    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) Startup event) {
        start();
    }

    void stop(@Observes @Priority(Integer.MAX_VALUE) Shutdown event) {
        guarding.close();
    }

    ResilienceRegistry registry() {
        start();
        awaitStart();
        return guarding.registry();
    }

    /**
     * The plans, at once, since whoever makes a bean holds locks. Calls wait for them, apart from those on the thread that
     * makes them: they go on without.
     */
    Plans plans() {
        start();
        return guarding.plans();
    }

    /** Not under a lock: the application's own clock or store may be a bean that is guarded itself. */
    private void start() {
        if (begun.compareAndSet(false, true)) {
            starting = Thread.currentThread();
            try {
                failure = tryToStart();
            } catch (RuntimeException | Error e) {
                failure =
                        new DeploymentException("Firefly Resilience could not start the guards of this application", e);
            } finally {
                if (failure == null) {
                    guarding.plans().complete(); // otherwise calls go on waiting, which throws the failure
                }
                starting = null;
                over.countDown();
            }
        }
        throwFailure();
    }

    private @Nullable DeploymentException tryToStart() {
        findings.noteIn(guarding, container);
        return guarding.start(
                        container, Definitions.reflected(container), MicroProfileSettings.current(guarding.problems()))
                .orElse(null);
    }

    private void awaitStart() {
        if (starting != Thread.currentThread()) {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while the guards of this application were starting", e);
            }
        }
        throwFailure();
    }

    private void throwFailure() {
        DeploymentException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }
}
