package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process and all that it starts: servers come with scripts, which start the JVM and wait for it. It ends with the test,
 * and at the latest with the JVM of the tests.
 */
final class ServerProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    /** What would lead a server's script astray. */
    private static final List<String> NOT_INHERITED =
            List.of("JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JVM_ARGS", "JBOSS_HOME", "WLP_OUTPUT_DIR", "LOG_DIR");

    private final Process process;
    private final Thread atExit = new Thread(this::kill);

    private ServerProcess(Process process) {
        this.process = process;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts it in that directory, on the Java of the tests; both of its outputs go to the file. */
    static ServerProcess start(List<String> command, Map<String, String> environment, Path directory, Path output)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(NOT_INHERITED);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return new ServerProcess(builder.start());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a line to its standard input. */
    void tell(String line) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write((line + '\n').getBytes(UTF_8));
        input.flush();
    }

    /** The JVM in which the server runs; some are started by another JVM. */
    long jvm() {
        return all().filter(each -> each.info().command().orElse("").endsWith("/java"))
                .reduce((launcher, launched) -> launched)
                .orElseThrow(() -> new IllegalStateException("There is no JVM among the processes of " + process.pid()))
                .pid();
    }

    private Stream<ProcessHandle> all() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    /** Asks all of them to stop, and kills what has not done so within a minute. */
    @Override
    public void close() throws InterruptedException {
        List<ProcessHandle> each = all().toList();
        each.forEach(ProcessHandle::destroy);
        try {
            CompletableFuture.allOf(each.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
        } finally {
            each.forEach(ProcessHandle::destroyForcibly);
            kill();
        }
        process.waitFor();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private void kill() {
        all().toList().forEach(ProcessHandle::destroyForcibly);
    }
}
