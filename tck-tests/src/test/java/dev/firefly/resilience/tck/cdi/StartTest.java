package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.tck.kit.ManualClock;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The first moments of an application. */
@ParameterizedClass
@EnumSource(Container.class)
class StartTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Remote {
        int calls;

        @Retry(maxAttempts = 2)
        String call() throws IOException {
            if (++calls % 2 == 1) {
                throw new IOException("down");
            }
            return "up";
        }
    }

    @ApplicationScoped
    static class EarlyBird {
        String whenInitialized = "";
        String whenStarted = "";

        @Inject
        Remote remote;

        void initialized(@Observes @Initialized(ApplicationScoped.class) Object event) throws IOException {
            whenInitialized = remote.call();
        }

        void started(@Observes @Priority(Integer.MIN_VALUE) Startup event) throws IOException {
            whenStarted = remote.call();
        }
    }

    @Test
    void callsAreGuardedFromTheFirstOneOn() {
        try (Application app = container.start(Remote.class, EarlyBird.class)) {
            EarlyBird bird = Real.of(app.get(EarlyBird.class));

            assertThat(bird.whenInitialized).isEqualTo("up");
            assertThat(bird.whenStarted).isEqualTo("up");
        }
    }

    @ApplicationScoped
    static class GuardedDice implements Randomness {
        int throwsSoFar;

        @Override
        @Retry(maxAttempts = 2)
        public double nextDouble() {
            if (++throwsSoFar == 1) {
                throw new IllegalStateException("fell off the table");
            }
            return 0.5;
        }
    }

    @Test
    void aPartOfTheLibraryCanBeAGuardedBeanItself() {
        try (Application app = container.start(GuardedDice.class)) {
            assertThat(app.get(Randomness.class).nextDouble()).isEqualTo(0.5);
        }
    }

    @ApplicationScoped
    static class Impatient {
        @Inject
        Remote remote;

        FutureTask<String> early;

        /** Has somebody call a guarded method while the guards start, and waits until that is done, or waits too. */
        @Produces
        @ApplicationScoped
        Clock clock() {
            early = new FutureTask<>(remote::call);
            Thread caller = new Thread(early, "impatient");
            caller.setDaemon(true);
            caller.start();
            while (!early.isDone() && caller.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            return new ManualClock();
        }
    }

    @Test
    void callsOfOtherThreadsWaitUntilTheGuardsHaveStarted() throws Exception {
        assumeTrue(container == Container.LITE, "elsewhere no application runs before the guards do");

        try (Application app = container.start(Remote.class, Impatient.class)) {
            FutureTask<String> early = Real.of(app.get(Impatient.class)).early;

            assertThat(early.get(10, TimeUnit.SECONDS)).isEqualTo("up");
        }
    }
}
