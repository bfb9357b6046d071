package dev.firefly.resilience.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.servers.probe.CallerName;
import dev.firefly.resilience.servers.probe.Guarded;
import dev.firefly.resilience.servers.probe.Notes;
import dev.firefly.resilience.servers.probe.ProbeResource;
import dev.firefly.resilience.servers.probe.RequestId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** In which surroundings guarded code runs: docs/reference.md, "Threads and context" and "Order beside other interceptors". */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ContextContract {
    private final Server server;
    private final Path archive;

    ContextContract(Server server) {
        this.server = server;
        try {
            archive = Archives.copy("contexts")
                    .with(CallerName.class, Guarded.class, Notes.class, ProbeResource.class, RequestId.class)
                    .with("WEB-INF/web.xml", Texts.resource("/probe-web.xml"))
                    .path();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeAll
    void deploy() throws DeploymentFailed, IOException {
        server.deploy(archive);
    }

    @AfterAll
    void undeploy() throws IOException {
        server.undeploy(archive);
    }

    /** What {@link Notes} writes. */
    private record Note(
            String place,
            String thread,
            String caller,
            String request,
            String name,
            String transaction,
            boolean ownClasses) {
        static Note of(String line) {
            String[] parts = line.split("\\|", -1);
            return new Note(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], Boolean.parseBoolean(parts[6]));
        }
    }

    private List<Note> notes(String call) throws IOException, InterruptedException {
        return Http.get(server.uri("contexts/probe/" + call))
                .lines()
                .map(Note::of)
                .toList();
    }

    @Test
    void aSynchronousCallStaysOnItsThreadInItsRequest() throws IOException, InterruptedException {
        List<Note> notes = notes("synchronous");

        assertThat(notes).extracting(Note::place).containsExactly("request", "attempt", "event", "attempt", "fallback");
        assertThat(notes).extracting(Note::thread).containsOnly(notes.get(0).thread());
        assertThat(notes).extracting(Note::request).containsOnly(notes.get(0).request());
        assertAtHome(notes);
    }

    @Test
    void anAsynchronousCallGoesOnOnManagedThreadsAsTheSameCaller() throws IOException, InterruptedException {
        List<Note> notes = notes("asynchronous");

        assertThat(notes).extracting(Note::place).containsExactly("request", "attempt", "event", "attempt", "fallback");
        assertThat(notes.get(1).thread()).isEqualTo(notes.get(0).thread());
        assertThat(notes.subList(3, 5)).extracting(Note::thread).allMatch(server::isManaged);
        assertThat(notes.get(1).request()).isEqualTo(notes.get(0).request());
        assertAtHome(notes);
    }

    @Test
    void anOffloadedCallRunsOnAManagedThreadAsTheSameCaller() throws IOException, InterruptedException {
        List<Note> notes = notes("offloaded");

        assertThat(notes).extracting(Note::place).containsExactly("request", "offloaded");
        assertThat(notes.get(1).thread()).matches(server::isManaged);
        assertAtHome(notes);
    }

    @Test
    void eachAttemptIsATransactionOfItsOwnAndTheFallbackIsInNone() throws IOException, InterruptedException {
        assertTransactions(notes("synchronous"));
        assertTransactions(notes("asynchronous"));
    }

    private static void assertTransactions(List<Note> notes) {
        assertThat(notes.get(0).transaction()).isEqualTo("null");
        assertThat(notes.get(1).transaction()).isNotEqualTo("null");
        assertThat(notes.get(3).transaction()).isNotIn("null", notes.get(1).transaction());
        assertThat(notes.get(4).transaction()).isEqualTo("null");
    }

    private static void assertAtHome(List<Note> notes) {
        assertThat(notes).extracting(Note::caller).containsOnly(Server.USER);
        assertThat(notes).extracting(Note::name).containsOnly("hello");
        assertThat(notes).extracting(Note::ownClasses).containsOnly(true);
    }
}
