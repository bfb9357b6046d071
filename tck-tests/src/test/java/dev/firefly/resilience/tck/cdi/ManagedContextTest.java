package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asynchronous calls in a server that has Jakarta Concurrency. */
@Timeout(60)
class ManagedContextTest {
    @Test
    void attemptsFallbacksAndObserversRunOnThreadsOfTheServerInTheContextOfTheirCaller() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = Application.start(Journal.BEANS)) {
            Journal journal = app.get(Journal.class);
            Journal.failAndFallBack(journal, "ann");
            Journal.failAndFallBack(journal, "bob");

            List<Journal.Entry> entries = Real.of(journal).entries();
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            assertThat(entries)
                    .extracting(entry -> entry.what() + " of " + entry.caller())
                    .containsExactly(
                            "attempt of ann",
                            "observer of the retry of ann",
                            "attempt of ann",
                            "fallback of ann",
                            "observer of the fallback of ann",
                            "attempt of bob",
                            "observer of the retry of bob",
                            "attempt of bob",
                            "fallback of bob",
                            "observer of the fallback of bob");
            assertThat(entries).extracting(Journal.Entry::loader).containsOnly(loader);
            assertThat(entries.subList(1, 5)).extracting(Journal.Entry::thread).allMatch(ManagedServer::isThread);
            assertThat(server.isOpen()).isTrue();
        }
    }

    @Test
    void theServersExecutorIsNeitherClosedNorAddedTo() throws Exception {
        assertThat(Threads.ofLibrary()).as("left by others").isEmpty();
        try (ManagedServer server = ManagedServer.start()) {
            try (Application app = Application.start(Journal.BEANS)) {
                Journal.failAndFallBack(app.get(Journal.class), "ann");
                assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("firefly-async"));
            }
            assertThat(server.isOpen()).isTrue();
        }
        assertThat(Threads.ofLibrary()).isEmpty();
    }

    @Test
    void aSynchronousCallNeverChangesThread() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = Application.start(Journal.BEANS)) {
            Journal journal = app.get(Journal.class);
            assertThat(journal.findAtOnce()).isEqualTo("instead");

            assertThat(Real.of(journal).entries())
                    .hasSize(5)
                    .extracting(Journal.Entry::thread)
                    .containsOnly(Thread.currentThread());
            assertThat(server.lookUps()).as("nothing is looked up for it").isZero();
        }
    }

    @ApplicationScoped
    static class Impatient {
        @Retry(maxAttempts = 2)
        CompletionStage<String> find() {
            return CompletableFuture.failedFuture(new IOException("down"));
        }
    }

    @Test
    void namesThatAreBoundLateAreFoundAndThenNotLookedUpAgain() throws Exception {
        try (ManagedServer server = ManagedServer.startWithoutNames();
                Application app = Application.start(Journal.class, Journal.Request.class, Impatient.class)) {
            Journal journal = app.get(Journal.class);
            Journal.failAndFallBack(journal, "ann");
            assertThat(Real.of(journal).entries().get(2).thread().getName()).startsWith("firefly-async");

            server.bindNames();
            for (int i = 0; i < 4; i++) {
                Journal.failAndFallBack(journal, "ann");
            }
            assertThat(Real.of(journal).entries().get(22).thread()).matches(ManagedServer::isThread);
            int found = server.lookUps();
            for (int i = 0; i < 100; i++) {
                assertThatThrownBy(() -> Journal.await(app.get(Impatient.class).find()))
                        .isNotNull();
            }
            assertThat(server.lookUps()).isEqualTo(found);
        }
    }

    @Test
    void namesThatAreNeverBoundAreNotLookedUpForEver() throws Exception {
        try (ManagedServer server = ManagedServer.startWithoutNames();
                Application app = Application.start(Impatient.class)) {
            for (int i = 0; i < 2_000; i++) {
                assertThatThrownBy(() -> Journal.await(app.get(Impatient.class).find()))
                        .isNotNull();
            }
            assertThat(server.lookUps()).isEqualTo(10);
        }
    }

    @Test
    void aCallFromAThreadWithoutAContextGoesOnWithoutTheServer() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = Application.start(Journal.BEANS)) {
            Journal.failAndFallBack(app.get(Journal.class), null);

            assertThat(server.isOpen()).isTrue();
            assertThat(Real.of(app.get(Journal.class)).entries().subList(1, 5))
                    .extracting(entry -> entry.thread().getName())
                    .allMatch(name -> name.startsWith("firefly-async"));
        }
    }

    @Test
    void aCallThatTheServerRefusesToContinueEndsWithItsOwnFailure() throws Exception {
        try (ManagedServer server = ManagedServer.start();
                Application app = Application.start(Journal.BEANS)) {
            Journal journal = Real.of(app.get(Journal.class));
            CompletionStage<String> call = Journal.findFor("ann", app.get(Journal.class));
            server.refuse();
            journal.failNext();

            assertThatThrownBy(() -> Journal.await(call))
                    .cause()
                    .isExactlyInstanceOf(IOException.class)
                    .satisfies(failure -> assertThat(failure.getSuppressed())
                            .isNotEmpty()
                            .allSatisfy(refused ->
                                    assertThat(refused).hasRootCauseInstanceOf(RejectedExecutionException.class)));
        }
    }
}
