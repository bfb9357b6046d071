package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.FallbackContext;
import dev.firefly.resilience.annotation.FallbackHandler;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Randomness;
import dev.firefly.resilience.tck.kit.ManualClock;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBeanAttributes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class DeploymentProblemsTest {
    @Parameter
    Container container;

    @ApplicationScoped
    static class Misspelt {
        @Retry("agressive")
        void call() {}
    }

    @Test
    void aNameThatIsNotConfiguredSaysWhatThereIs() {
        assertThat(Application.failureOf(container
                        .of(Misspelt.class)
                        .set("retry.aggressive.max-attempts", "5")
                        .set("retry.default.jitter", "10ms")))
                .contains("RES-001")
                .contains("No resilience [retry] instance named [agressive]. Available: aggressive, default")
                .contains("@Retry on " + Misspelt.class.getName() + "#call()")
                .contains("Did you mean [aggressive]? Otherwise configure it by"
                        + " firefly.resilience.retry.agressive.<key>")
                .doesNotContain("Remedy");
    }

    @ApplicationScoped
    static class Broken {
        @Retry(maxAttempts = 0, waitDuration = "soon", backoff = "wild")
        @Fallback(method = "gone")
        String missing() {
            return "";
        }

        @CircuitBreaker(failureRateThreshold = 1.5)
        @Fallback(method = "other")
        String signature(String text) {
            return text;
        }

        String other(int number) {
            return "";
        }

        String other(String text, String more) {
            return "";
        }

        int other(String text) {
            return 0;
        }

        @Fallback(method = "other", handler = Handler.class)
        String both() {
            return "";
        }

        @Fallback
        String neither() {
            return "";
        }

        @Retry
        @SuppressWarnings("UnusedMethod") // nobody can call it, that is the point
        private void hidden() {}

        @Retry
        @CircuitBreaker
        static void fixed() {}

        @Fallback(method = "gone")
        final void last() {}
    }

    @Dependent
    static class Handler implements FallbackHandler<String> {
        @Override
        public String handle(FallbackContext context) {
            return "";
        }
    }

    @Test
    void allProblemsAreListedAtOnce() {
        String name = Broken.class.getName();
        String message = Application.failureOf(container
                .of(Broken.class)
                .set("retry.a.max-attempts", "many")
                .set("retry.a.max-attemps", "3")
                .set("interceptor.priority", "first"));

        assertThat(message)
                .contains("max-attempts must be >= 1, was 0 (@Retry on " + name + "#missing())")
                .contains("was soon", "was wild", "was 1.5", "was many", "max-attemps", "was first")
                .contains("RES-002 " + name + "#missing() has a @Fallback that names the method [gone]")
                .contains("RES-003 " + name + "#signature(java.lang.String)")
                .contains("other(int)", "other(java.lang.String,java.lang.String)", "int " + name + "#other")
                .contains("RES-004 " + name + "#both()", Handler.class.getName())
                .contains("RES-005 " + name + "#neither()")
                .contains("RES-007 " + name + "#hidden() has @Retry, which does nothing on a method that is private")
                .contains("RES-007 " + name + "#fixed() has @CircuitBreaker and @Retry")
                .contains("RES-007 " + name + "#last() has @Fallback, which does nothing on a method that is final")
                .doesNotContain("RES-002 " + name + "#last()");
        assertThat(message.lines()
                        .filter(line -> line.strip().startsWith("RES-"))
                        .count())
                .isGreaterThanOrEqualTo(14);
    }

    @ApplicationScoped
    static class Mistaken {
        @Fallback(method = "cahced")
        String misspelt(String id) {
            return id;
        }

        String cached(String id) {
            return id;
        }

        @Fallback(method = "wrong")
        String list(String id, int page) {
            return id;
        }

        String wrong(String id) {
            return id;
        }

        String wrong(String id, int page, String more) {
            return id + more;
        }

        Object wrong(String id, int page) {
            return id;
        }

        @Fallback(method = "cached")
        CompletionStage<String> later(String id) {
            return CompletableFuture.completedStage(id);
        }
    }

    @Test
    void aFallbackThatDoesNotFitIsToldOfWithWhatIsWrongWithItAndWhatWouldFit() {
        String name = Mistaken.class.getName();

        assertThat(container.failureOf(Mistaken.class))
                .contains("its superclasses and its interfaces (it would fit: cached, wrong). Remedy:")
                .contains("[wrong], none of which fits [java.lang.String " + name + "#list(java.lang.String,int)]: ")
                .contains("java.lang.String " + name + "#wrong(java.lang.String) (takes other parameters)")
                .contains("#wrong(java.lang.String,int,java.lang.String) (its last parameter is no exception)")
                .contains("java.lang.Object " + name + "#wrong(java.lang.String,int) (returns another type)")
                .contains("#cached(java.lang.String) (does not return such a stage)");
    }

    static class OwnStage extends CompletableFuture<String> {}

    @ApplicationScoped
    static class Staged {
        @Retry
        OwnStage stage() {
            return new OwnStage();
        }
    }

    @Test
    void aStageOfAnotherTypeIsAProblem() {
        assertThat(container.failureOf(Staged.class)).contains("RES-009 " + Staged.class.getName() + "#stage()");
    }

    @ApplicationScoped
    static class TwoClocks {
        @Produces
        @ApplicationScoped
        Clock first() {
            return new ManualClock();
        }

        @Produces
        @ApplicationScoped
        Clock second() {
            return new ManualClock();
        }
    }

    @Test
    void severalBeansInThePlaceOfOnePartAreAProblem() {
        assertThat(container.failureOf(TwoClocks.class))
                .contains("RES-008 " + Clock.class.getName(), "first", "second");
    }

    @ApplicationScoped
    static class OwnRegistry {
        @Produces
        @ApplicationScoped
        ResilienceRegistry registry() {
            return Resilience.create();
        }

        @Retry(maxAttempts = 2)
        void call() {}
    }

    @Test
    void attributesThatTheApplicationsOwnRegistryCannotReadAreAProblem() {
        assertThat(container.failureOf(OwnRegistry.class))
                .contains("RES-011 @Retry on " + OwnRegistry.class.getName() + "#call()", "max-attempts=2");
    }

    @Test
    void aFailedDeploymentLeavesNoThreadBehind() {
        container.failureOf(Broken.class);
        assertThat(Threads.ofLibrary()).isEmpty();
    }

    @ApplicationScoped
    static class FailingClock {
        @Produces
        @ApplicationScoped
        Clock clock() {
            throw new IllegalStateException("the battery is empty");
        }
    }

    @ApplicationScoped
    static class ClockOfARequest {
        @Produces
        @RequestScoped
        Clock clock() {
            return new ManualClock();
        }
    }

    @Test
    void aPartThatCannotBeHadIsAProblemAmongAllOthers() {
        assertThat(container.failureOf(FailingClock.class, Broken.class))
                .contains("RES-017 " + Clock.class.getName(), "FailingClock", "the battery is empty")
                .contains("RES-005 " + Broken.class.getName() + "#neither()");
        assertThat(container.failureOf(ClockOfARequest.class, Broken.class))
                .contains("RES-017 " + Clock.class.getName(), "ClockOfARequest")
                .contains("RES-005 " + Broken.class.getName() + "#neither()");
    }

    @Test
    void whatAPartFailedWithIsKeptForTheStackTrace() {
        assertThatThrownBy(() -> container.start(FailingClock.class).close())
                .hasStackTraceContaining("Suppressed: ")
                .hasStackTraceContaining("FailingClock.clock(");
    }

    @ApplicationScoped
    static class LentClock {
        static int lent;

        @Produces
        Clock clock() {
            lent++;
            return new ManualClock();
        }

        void end(@Disposes Clock clock) {
            lent--;
        }
    }

    @ApplicationScoped
    static class FailingDice {
        @Produces
        @ApplicationScoped
        Randomness dice() {
            throw new IllegalStateException("fell off the table");
        }
    }

    @Test
    void aFailedDeploymentGivesBackWhatItWasLent() {
        LentClock.lent = 0;
        container.failureOf(LentClock.class, FailingDice.class);
        assertThat(LentClock.lent).isZero();
        assertThat(Threads.ofLibrary()).isEmpty();
    }

    @ApplicationScoped
    static class NoClock {
        @Produces
        Clock clock() {
            return null;
        }
    }

    @ApplicationScoped
    static class NoRegistry {
        @Produces
        ResilienceRegistry registry() {
            return null;
        }
    }

    @Test
    void aProducerThatReturnsNullIsAProblem() {
        assertThat(container.failureOf(NoClock.class)).contains("RES-017 " + Clock.class.getName(), "NoClock", "null");
        assertThat(container.failureOf(NoRegistry.class))
                .contains("RES-017 " + ResilienceRegistry.class.getName(), "NoRegistry", "null");
    }

    @ApplicationScoped
    static class Guarded {
        @Retry
        void call() {}
    }

    /** Takes the application's registry away after this library has seen it. */
    static final class Vetoing implements Extension {
        void veto(@Observes @Priority(Integer.MAX_VALUE) ProcessBeanAttributes<ResilienceRegistry> event) {
            event.veto();
        }
    }

    @Test
    void aRegistryOfTheApplicationThatIsGoneInTheEndIsAProblem() {
        assumeTrue(container == Container.FULL, "CDI Lite knows what was vetoed");

        assertThat(Application.failureOf(
                        container.of(Guarded.class, EmptyRegistry.class).with(new Vetoing())))
                .contains("RES-017 " + ResilienceRegistry.class.getName() + " is the type of a bean");
    }

    @ApplicationScoped
    static class EmptyRegistry {
        @Produces
        @ApplicationScoped
        ResilienceRegistry registry() {
            return Resilience.create();
        }
    }

    static class Loading<T> {
        @Retry
        T load() {
            throw new UnsupportedOperationException();
        }
    }

    @ApplicationScoped
    static class LoadingOwnStage extends Loading<OwnStage> {}

    @Test
    void aStageOfAnotherTypeInThePlaceOfATypeParameterIsAProblemToo() {
        assertThat(container.failureOf(LoadingOwnStage.class))
                .contains("RES-009 " + LoadingOwnStage.class.getName() + "#load()", OwnStage.class.getName());
    }

    @ApplicationScoped
    static class RegistryWithARetry {
        @Produces
        @ApplicationScoped
        ResilienceRegistry registry() {
            return Resilience.builder()
                    .settings(Settings.of(
                            Map.of(
                                    "firefly.resilience.store.type", "memory",
                                    "firefly.resilience.retry.aggressive.max-attempts", "2"),
                            "test"))
                    .build();
        }

        void end(@Disposes ResilienceRegistry registry) {
            registry.close();
        }
    }

    @Test
    void aNameThatTheApplicationsOwnRegistryDoesNotKnowSaysWhereItIsUsedAndWhatItsKeyWouldBe() {
        assertThat(container.failureOf(Misspelt.class, RegistryWithARetry.class))
                .contains("RES-001 retry.agressive is not configured")
                .contains("No resilience [retry] instance named [agressive]. Available: aggressive")
                .contains("@Retry on " + Misspelt.class.getName() + "#call()")
                .contains("firefly.resilience.retry.agressive");
    }

    @Test
    void aKeyThatIsAskedAboutNeedsNoOtherRemedy() {
        assertThat(Application.failureOf(container.of(Sound.class).set("retry.a.max-atempts", "5")))
                .contains("did you mean firefly.resilience.retry.a.max-attempts? The keys of retry are ")
                .doesNotContain("Remedy");
        assertThat(Application.failureOf(container.of(Sound.class).set("retry.a.quorum", "5")))
                .contains("RES-001 firefly.resilience.retry.a.quorum does not exist; the keys of retry are ")
                .contains("). Remedy: correct the key or the value where it is set.");
    }

    @Test
    void theStoreOfAnApplicationThatWillNotStartIsNotOpened() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            String port = String.valueOf(taken.getLocalPort());
            Application.Builder app = container
                    .of(Sound.class)
                    .set("store.type", "hazelcast")
                    .set("hazelcast.port", port)
                    .set("hazelcast.cluster-name", "problems");
            assertThat(Application.failureOf(app)).contains("hazelcast.port must be free", "another port, or to 0");
            assertThat(Application.failureOf(container
                            .of(Sound.class, Neither.class)
                            .set("store.type", "hazelcast")
                            .set("hazelcast.port", port)))
                    .contains("RES-005")
                    .doesNotContain("must be free");
        }
    }

    @ApplicationScoped
    static class Neither {
        @Fallback
        String call() {
            return "";
        }
    }

    @ApplicationScoped
    static class Sound {
        @Retry
        void call() {}
    }

    @Test
    void aRemedyNamesNoKeyThatDoesNotExist() {
        assertThat(Application.failureOf(container
                        .of(Alike.class)
                        .set("retry.a-b.max-attempts", "2")
                        .set("retry.a.b.max-attempts", "2")
                        .variable("FIREFLY_RESILIENCE_RETRY_A_B_MAX_ATTEMPTS", "5")))
                .contains("RES-001 FIREFLY_RESILIENCE_RETRY_A_B_MAX_ATTEMPTS is ambiguous")
                .contains("unset the variable (the environment).")
                .doesNotContain("Remedy");
    }

    @ApplicationScoped
    static class Alike {
        @Retry("a-b")
        void one() {}

        @Retry("a.b")
        void other() {}
    }
}
