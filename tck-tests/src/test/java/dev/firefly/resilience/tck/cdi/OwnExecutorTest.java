package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asynchronous calls where no managed executor is to be had. */
@Timeout(60)
class OwnExecutorTest {
    private static final String OURS = "firefly-async";

    @Test
    void attemptsFallbacksAndObserversRunOnThreadsOfTheLibraryWithTheClassLoaderOfTheCaller() throws Exception {
        try (Application app = Application.start(Journal.BEANS)) {
            Journal.failAndFallBack(app.get(Journal.class), "ann");

            List<Journal.Entry> entries = Real.of(app.get(Journal.class)).entries();
            assertThat(entries.subList(1, 5))
                    .extracting(entry -> entry.thread().getName())
                    .allMatch(name -> name.startsWith(OURS));
            assertThat(entries)
                    .extracting(Journal.Entry::loader)
                    .containsOnly(Thread.currentThread().getContextClassLoader());
            assertThat(entries.subList(1, 5))
                    .as("a security context is nothing that this library could carry")
                    .extracting(Journal.Entry::caller)
                    .containsOnlyNulls();
        }
    }

    @Test
    void aThreadOfTheLibraryHoldsUpNeitherTheJvmNorTheApplication() throws Exception {
        assertThat(Threads.ofLibrary()).as("left by others").isEmpty();
        Thread worker;
        ClassLoader loader;
        try (Application app = Application.start(Journal.BEANS)) {
            assertThat(ours()).as("before it is needed").isEmpty();
            Journal.failAndFallBack(app.get(Journal.class), "ann");

            worker = Real.of(app.get(Journal.class)).entries().get(1).thread();
            assertThat(worker.isDaemon()).isTrue();
            loader = Thread.currentThread().getContextClassLoader();
        }
        assertThat(Threads.ofLibrary()).isEmpty();
        assertThat(worker.isAlive()).isFalse();
        assertThat(worker.getContextClassLoader()).isNotSameAs(loader);
    }

    private static List<String> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(OURS))
                .toList();
    }

    @Test
    void theEndOfOneApplicationDoesNotDisturbAnother() throws Exception {
        try (Application lasting = Application.start(Journal.BEANS)) {
            try (Application ending = Application.start(Journal.BEANS)) {
                Journal.failAndFallBack(ending.get(Journal.class), "ann");
            }
            Journal.failAndFallBack(lasting.get(Journal.class), "ann");
        }
    }
}
