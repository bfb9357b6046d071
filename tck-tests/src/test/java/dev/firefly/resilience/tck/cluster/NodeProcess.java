package dev.firefly.resilience.tck.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A {@link ClusterNode} as its test sees it: send a line, take the answer; kill it, stop it, let it go on. */
final class NodeProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LOG_TAIL = 40;

    private final Process process;
    private final PrintStream commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Deque<String> log = new ConcurrentLinkedDeque<>();

    private NodeProcess(Process process) {
        this.process = process;
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        pump(process.getInputStream(), answers::add);
        pump(process.getErrorStream(), this::remember);
    }

    static NodeProcess start(List<String> settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                ClusterNode.class.getName()));
        command.addAll(settings);
        return new NodeProcess(new ProcessBuilder(command).start());
    }

    private static void pump(InputStream stream, Consumer<String> sink) {
        Thread thread = new Thread(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                lines.lines().forEach(sink);
            } catch (IOException | UncheckedIOException e) {
                sink.accept("(" + e.getMessage() + ')'); // the process was killed while it wrote
            }
            sink.accept("(the end)");
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void remember(String line) {
        log.add(line);
        if (log.size() > LOG_TAIL) {
            log.poll();
        }
    }

    void send(String command) {
        commands.println(command);
    }

    /** The next answer, which must begin with the word; what follows the word. */
    String answer(String word) throws InterruptedException {
        String line = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (line == null || !line.startsWith(word)) {
            throw new AssertionError("node " + process.pid() + " should have answered " + word + ", was " + line
                    + "; its log ends with\n" + String.join("\n", log));
        }
        return line.substring(word.length()).strip();
    }

    String ask(String command, String word) throws InterruptedException {
        send(command);
        return answer(word);
    }

    long pid() {
        return process.pid();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
