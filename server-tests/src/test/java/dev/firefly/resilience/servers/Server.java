package dev.firefly.resilience.servers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A server of one kind, in a process of its own, with a fresh configuration in a directory of its own, on free ports of the
 * loopback interface. The server's files are shared and stay as they are.
 */
abstract class Server implements AutoCloseable {
    /** On a busy machine everything takes its time. */
    static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Can log in, which each kind arranges in its own way. */
    static final String USER = "ada";

    static final String PASSWORD = "lovelace-1843";

    private static final Duration POLL = Duration.ofMillis(100);

    /** Where the server was unpacked. */
    protected final Path home;
    /** What is this one's own. */
    protected final Path directory;
    /** Where it is told to take HTTP requests. */
    protected final int port;

    private final Map<String, String> environment = new TreeMap<>();
    private final Map<String, String> settings = new TreeMap<>();
    private final ServerLog log;
    private @Nullable ServerProcess process;

    /** @param kind the name under which the build says where the server is, as the system property servers.kind */
    protected Server(String kind) throws IOException {
        home = Path.of(System.getProperty("servers." + kind));
        directory = Path.of(System.getProperty("servers.work"), kind);
        log = new ServerLog(directory.resolve("server.log"));
        port = Ports.free();
    }

    /** Gives it an environment variable; before it starts. */
    Server environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Puts a value of MicroProfile Config into the server's own configuration; before it starts. */
    Server setting(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /**
     * Writes the configuration into {@link #directory}, which is empty.
     *
     * @param settings what its own source of MicroProfile Config has to know
     */
    protected abstract void configure(Map<String, String> settings) throws IOException;

    /** How it is started; it may add to its environment. */
    protected abstract List<String> command(Map<String, String> environment) throws IOException;

    /** What is in the log once it has started. */
    protected abstract Pattern started();

    /** Deploys an archive and waits; the name of its file is its name, and that of its context. One that fails is gone. */
    abstract void deploy(Path archive) throws DeploymentFailed, IOException;

    /** Takes it away again and waits. */
    abstract void undeploy(Path archive) throws IOException;

    /** Whether a thread of that name belongs to the default managed executor. */
    abstract boolean isManaged(String thread);

    void start() throws IOException {
        Trees.delete(directory);
        Files.createDirectories(directory);
        configure(settings);
        List<String> command = command(environment);
        process = ServerProcess.start(command, environment, directory, log.file());
        try {
            awaitLog(0, started());
        } catch (RuntimeException e) {
            throw new IllegalStateException("The server did not start; its log ends with\n" + log.tail(), e);
        }
    }

    /**
     * Waits for a line.
     *
     * @param mark where in the log to begin
     * @param failed stops waiting
     */
    protected final void awaitLog(int mark, Pattern expected, @Nullable Pattern failed) throws DeploymentFailed {
        Awaitility.await(expected.pattern())
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> !process().isAlive()
                        || expected.matcher(log.since(mark)).find()
                        || hasFailed(mark, failed));
        if (!process().isAlive()) {
            throw new IllegalStateException("The server has ended; its log ends with\n" + log.tail());
        }
        if (hasFailed(mark, failed)) {
            throw new DeploymentFailed(log.since(mark));
        }
    }

    /** Waits for a line where nothing can fail. */
    protected final void awaitLog(int mark, Pattern expected) {
        try {
            awaitLog(mark, expected, null);
        } catch (DeploymentFailed impossible) {
            throw new AssertionError(impossible);
        }
    }

    private boolean hasFailed(int mark, @Nullable Pattern failed) {
        return failed != null && failed.matcher(log.since(mark)).find();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + '/' + path);
    }

    ServerLog log() {
        return log;
    }

    ServerProcess process() {
        if (process == null) {
            throw new IllegalStateException("The server was not started");
        }
        return process;
    }

    @Override
    public void close() throws InterruptedException {
        if (process != null) {
            process.close();
        }
    }
}
