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
    private final Ledger ledger = new Ledger();
    private final Thread output;

    private NodeProcess(Process process) {
        this.process = process;
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        output = pump(process.getInputStream(), this::hear);
        pump(process.getErrorStream(), this::remember);
    }

    /**
     * Starts any process that answers lines with lines.
     *
     * @param entrance what the command line begins with, as {@link Places#entrance}
     */
    static NodeProcess start(List<String> entrance, List<String> jvm, Class<?> main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(entrance);
        command.addAll(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(jvm);
        command.add(main.getName());
        command.addAll(arguments);
        return new NodeProcess(new ProcessBuilder(command).start());
    }

    private static Thread pump(InputStream stream, Consumer<String> sink) {
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
        return thread;
    }

    private void hear(String line) {
        if (line.startsWith("# ")) {
            ledger.enter(line);
        } else {
            answers.add(line);
        }
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

    /** The next answer, whatever it is. */
    String reply(String command) throws InterruptedException {
        return ask(command, "");
    }

    /** What the node has said of its updates; all of it, once it was killed. */
    Ledger ledger() {
        return ledger;
    }

    /** Kills it, and hears out what it has said until then. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        output.join();
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
